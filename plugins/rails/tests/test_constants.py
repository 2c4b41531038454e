"""References by constant: Ruby's own lookup, never a bare last segment."""

from __future__ import annotations

import pytest
from support import App

USES = ("invokes_model", "invokes_service")

CASES = {
    "a class method is enough, no `new`, no parentheses (R1)": (
        """
        == app/services/runner.rb
        class Runner
          def run = Processor.call
        end
        == app/services/processor.rb
        class Processor; def self.call; end; end
        """,
        {"runner -> processor"},
    ),
    "a longer path is no reference to its last segment (R3)": (
        """
        == app/models/concerns/naming/concern.rb
        module Naming; module Concern; end; end
        == app/models/base.rb
        class Base; end
        == app/models/taggable.rb
        module Taggable; extend ActiveSupport::Concern; end
        == app/jobs/x_job.rb
        class XJob; def perform = ActiveRecord::Base.transaction { }; end
        """,
        set(),
    ),
    "the innermost lexical scope wins, `::` means top level (R4)": (
        """
        == app/models/user.rb
        class User; end
        == app/models/admin/user.rb
        module Admin
          class User; end
        end
        == app/controllers/admin/first_controller.rb
        module Admin
          class FirstController; def index = User.all; end
        end
        == app/controllers/admin/second_controller.rb
        module Admin
          class SecondController; def index = ::User.all; end
        end
        """,
        {"admin/first_controller -> admin/user", "admin/second_controller -> user"},
    ),
    "compact style has one scope only (R5)": (
        """
        == app/services/helping.rb
        class Helping; end
        == app/services/admin/helping.rb
        class Admin::Helping; end
        == app/services/admin/compact.rb
        class Admin::Compact; def x = Helping; end
        == app/services/admin/nested.rb
        module Admin; class Nested; def x = Helping; end; end
        """,
        {"admin/compact -> helping", "admin/nested -> admin/helping"},
    ),
    "constants of ancestors, through files": (
        """
        == app/services/base.rb
        class Base
          class Failure < StandardError; end
        end
        == app/services/concerns/timed.rb
        module Timed
          class Clock; end
        end
        == app/services/child.rb
        class Child < Base
          include Timed
          def x = [Failure, Clock]
        end
        == app/services/stranger.rb
        class Stranger; def x = [Failure, Clock]; end
        """,
        {"child -> base", "child -> concerns/timed"},
    ),
    "ancestors of the innermost scope only": (
        """
        == app/services/base.rb
        class Base; class Failure < StandardError; end; end
        == app/services/outer.rb
        class Outer < Base
          class Inner; def x = Failure; end
        end
        """,
        set(),
    ),
    "every class of a file leads to it (R25)": (
        """
        == app/services/invoice.rb
        class Invoice
          class Error < StandardError; end
          Line = Struct.new(:sku)
        end
        Expired = Class.new(StandardError)
        == app/services/reader.rb
        class Reader
          def a = Invoice::Line.new(1)
          def b; raise Expired; end
          def c = File.read("x")
        end
        """,
        {"reader -> invoice"},
    ),
    "a nested `File` makes `File` mean it only inside": (
        """
        == app/services/foo.rb
        module Foo
          class File; end
          def self.x = 1
        end
        == app/services/foo/inner.rb
        module Foo
          class Inner; def x = File.new; end
        end
        == app/services/outer.rb
        class Outer; def x = File.new("a"); end
        """,
        {"foo/inner -> foo"},
    ),
    "a value constant leads to the file that defines it": (
        """
        == app/models/plan.rb
        class Plan
          LIMIT = 3
        end
        == app/services/check.rb
        class Check; def x = Plan::LIMIT; end
        """,
        {"check -> plan"},
    ),
    "a namespace alone is nothing to use": (
        """
        == app/services/billing/charge.rb
        module Billing
          class Charge; end
        end
        == app/services/report.rb
        class Report
          def x = Billing
          def y = Billing::Charge
        end
        """,
        {"report -> billing/charge"},
    ),
    "a class that is there under another name": (
        """
        == app/services/markdown/parser.rb
        module Markdown; class Parser; class Rule; end; end; end
        == app/services/common/parser.rb
        module Common
          Parser = Markdown::Parser
        end
        == app/services/page.rb
        class Page; def x = [Common::Parser, Common::Parser::Rule]; end
        """,
        {"page -> common/parser", "common/parser -> markdown/parser", "page -> markdown/parser"},
    ),
    "constants that strings name": (
        """
        == app/models/post.rb
        class Post; end
        == app/models/draft.rb
        class Draft; end
        == app/models/other.rb
        class Other; end
        == app/services/finder.rb
        class Finder
          def a = "Post".constantize
          def b = Object.const_get(:Draft)
          def c = puts("Other")
        end
        """,
        {"finder -> post", "finder -> draft"},
    ),
    "the type of a polymorphic record": (
        """
        == app/models/post.rb
        class Post; end
        == app/services/finder.rb
        class Finder
          def a = Comment.where(commentable_type: "Post")
          def b = Comment.where(kind: "Post")
        end
        """,
        {"finder -> post"},
    ),
    "what tests and rake tasks define means nothing to the application": (
        """
        == spec/support/fake.rb
        class Fake; end
        == lib/tasks/import.rake
        class Row; end
        task(:import) { Row.new }
        == app/services/user.rb
        class User; def x = [Fake, Row]; end
        """,
        set(),
    ),
    "a view uses what its code names": (
        """
        == app/models/post.rb
        class Post; end
        == app/views/posts/index.html.erb
        <%= Post.count %> Post.find <%# Draft.all %>
        == app/models/draft.rb
        class Draft; end
        """,
        {"posts/index.html.erb -> post"},
    ),
    "a file that adds to Ruby or Rails defines neither": (
        """
        == lib/core_ext/string.rb
        class String; def shout = upcase; end
        == lib/core_ext/base.rb
        module ActiveRecord
          class Base; def extra = 1; end
        end
        == app/models/process.rb
        class Process < ApplicationRecord; end
        == app/services/user.rb
        class User; def x = [String.new, ActiveRecord::Base.connection, Process.first]; end
        """,
        {"user -> process"},
    ),
    "what a module may have from elsewhere is no use of its file": (
        """
        == lib/shop.rb
        module Shop
          def self.x = 1
        end
        == app/services/user.rb
        class User; def x = Shop::Config; end
        """,
        set(),
    ),
    "the classes of a registry": (
        """
        == app/services/payments.rb
        class Payments
          BY_KIND = {card: Payments::Card, cash: Payments::Cash}.freeze
          def self.x = 1
        end
        == app/services/payments/card.rb
        class Payments::Card; end
        == app/services/payments/cash.rb
        class Payments::Cash; end
        == app/jobs/pay_job.rb
        class PayJob; def perform(kind) = Payments::BY_KIND[kind].new; end
        """,
        {
            "payments -> payments/card",
            "payments -> payments/cash",
            "pay_job -> payments",
            "pay_job -> payments/card",
            "pay_job -> payments/cash",
        },
    ),
    "a name that is put together": (
        """
        == app/services/pay.rb
        class Pay
          def a(kind) = "Payments::#{kind}Service".constantize
          def b(kind) = "#{kind}Job".constantize
        end
        == app/services/payments/card_service.rb
        class Payments::CardService; end
        == app/services/payments/deep/cash_service.rb
        class Payments::Deep::CashService; end
        == app/services/payments/card_thing.rb
        class Payments::CardThing; end
        == app/jobs/pay_job.rb
        class PayJob; end
        """,
        {"pay -> payments/card_service"},
    ),
    "a class's own name put into another one may have several segments": (
        """
        == app/services/shown.rb
        class Shown
          def a(record) = "Cards::#{record.class}Card".constantize
          def b(kind) = "Lists::#{kind}#{@more}List".constantize
        end
        == app/services/cards/post_card.rb
        class Cards::PostCard; end
        == app/services/cards/admin/post_card.rb
        class Cards::Admin::PostCard; end
        == app/services/lists/post_list.rb
        class Lists::PostList; end
        == app/services/lists/admin/post_list.rb
        class Lists::Admin::PostList; end
        """,
        {"shown -> cards/post_card", "shown -> cards/admin/post_card", "shown -> lists/post_list"},
    ),
    "a constant that holds an instance": (
        """
        == config/initializers/license.rb
        License = Keys::License.new(Rails.configuration.url)
        LIMIT = Integer(5)
        == app/services/keys/license.rb
        class Keys::License; end
        == app/services/clock.rb
        class Clock
          MAIN = Ticker.instance
        end
        == app/services/ticker.rb
        class Ticker; end
        == app/services/user.rb
        class User
          def a = License.premium?
          def b = Clock::MAIN.tick
          def c = LIMIT
        end
        """,
        {"user -> keys/license", "clock -> ticker", "user -> clock", "user -> ticker"},
    ),
    "a library's constants through the module that includes it": (
        """
        == app/services/pay_service.rb
        module PayService
          include Pay
          def self.mode = :live
        end
        == app/services/other_service.rb
        module OtherService
          extend Pay
          def self.mode = :live
        end
        == app/services/user.rb
        class User
          def a = PayService::Refund.create
          def b = OtherService::Refund.create
        end
        """,
        {"user -> pay_service"},
    ),
    "a compact path below a class starts at top level, where folders make its namespace": (
        """
        == app/avo/actions/block.rb
        class Avo::Actions::Block
          class Avo::Actions::Handler; end
          class Local; end
        end
        == app/avo/actions/unblock.rb
        class Avo::Actions::Unblock < Avo::Actions::Other
          def a = Avo::Actions::Handler.new
        end
        == app/services/user.rb
        class User
          def a = Avo::Actions::Block::Local
        end
        == app/services/stranger.rb
        class Stranger
          def a = Avo::Actions::Local
        end
        == config/application.rb
        module Shop; class Application; config.autoload_paths << "app/avo"; end; end
        == config/initializers/loader.rb
        Rails.autoloaders.main.push_dir("app/avo", namespace: Avo)
        """,
        {"actions/unblock -> actions/block", "user -> actions/block"},
    ),
    "what a script defines or reopens, only scripts can mean": (
        """
        == script/import.rb
        class String; def shout = upcase; end
        class Importer; end
        class Post; def extra = 1; end
        == script/run.rb
        Importer.new
        Post.all
        == app/models/post.rb
        class Post < ApplicationRecord; end
        == app/services/user.rb
        class User
          def a = [String.new, Importer.new, Post.new]
        end
        """,
        {"script/run -> script/import", "script/run -> post", "user -> post"},
    ),
    "a class inside another one's compact path": (
        """
        == app/models/shop.rb
        class Shop; end
        == lib/patches/shop_patch.rb
        module Patches
          class Shop::Item; end
        end
        == app/services/buyer.rb
        class Buyer; def x = Shop::Item; end
        """,
        {"buyer -> patches/shop_patch"},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_uses(case: str) -> None:
    source, expected = CASES[case]
    assert App(source).arrows(*USES) == expected


def test_the_kind_of_use_follows_from_the_target() -> None:
    app = App(
        """
        == app/serializers/post_serializer.rb
        class PostSerializer; end
        == app/presenters/post_presenter.rb
        class PostPresenter; end
        == app/validators/mail_validator.rb
        class MailValidator < ActiveModel::EachValidator; end
        == app/models/post.rb
        class Post; end
        == app/services/show.rb
        class Show
          def call = [PostSerializer.new(Post.first), PostPresenter.new, MailValidator.new({}), Other.new]
        end
        == lib/other.rb
        class Other; end
        """
    )
    kinds = {
        target.path.rsplit("/", 1)[-1]: (relation.type, relation.attributes.get("kind"))
        for source, target, relation in app.view.edges()
        if source.path == "app/services/show.rb"
    }
    assert kinds == {
        "post_serializer.rb": ("invokes_service", "serializes"),
        "post_presenter.rb": ("invokes_service", "presents"),
        "mail_validator.rb": ("invokes_service", "validates"),
        "post.rb": ("invokes_model", None),
        "other.rb": ("invokes_service", "use"),
    }


def test_evidence_is_lines_with_the_method_around_them() -> None:
    app = App({"app/models/a.rb": "class A; end", "app/services/b.rb": "class B\n  def go\n    A.x\n  end\nend\n"})
    (evidence,) = app.relation("app/services/b.rb", "app/models/a.rb", "invokes_model").evidence
    assert (evidence.path, evidence.start_line, evidence.member) == ("app/services/b.rb", 3, "go")


def test_what_is_not_here_is_told_apart() -> None:
    app = App(
        """
        == Gemfile.lock
        GEM
          specs:
            stripe (9.0.0)
        == config/application.rb
        module Shop
          HOST = "x"
        end
        == app/models/billing/charge.rb
        module Billing; class Charge; end; end
        == lib/stripe/extension.rb
        module Stripe; class Extension; end; end
        == app/services/pay.rb
        class Pay
          def x = [Billing::Refund, Stripe::Charge, Money, Time.now, String, Shop::HOST]
        end
        """
    )
    assert app.unresolved("invokes") == {
        ("app/services/pay.rb", "Billing::Refund", "missing"),
        ("app/services/pay.rb", "Stripe::Charge", "external"),
        ("app/services/pay.rb", "Money", "external"),
    }


def test_a_part_of_a_path_that_nobody_defines_costs_confidence() -> None:
    app = App({"app/models/a.rb": "class A; end", "app/services/b.rb": "class B; def x = A::Unknown; end"})
    relation = app.relation("app/services/b.rb", "app/models/a.rb", "invokes_model")
    assert 0 < relation.confidence < 1


def test_the_file_named_like_the_constant_is_its_home() -> None:
    app = App(
        """
        == app/models/a_reopening.rb
        class User; def extra = 1; end
        == app/models/user.rb
        class User < ApplicationRecord; end
        == app/services/b.rb
        class B; def x = User; end
        """
    )
    assert app.arrows("invokes_model") == {"b -> user"}
    assert (
        app.relation("app/models/a_reopening.rb", "app/models/user.rb", "extends_component").attributes["kind"]
        == "reopens"
    )


def test_a_job_that_is_enqueued_is_not_used_besides() -> None:
    app = App(
        """
        == app/jobs/hard_job.rb
        class HardJob < ApplicationJob; def perform = 1; end
        == app/services/later.rb
        class Later; def x = HardJob.perform_later; end
        == app/services/now.rb
        class Now
          def x = HardJob.perform_later
          def y = HardJob.new.queue_name
        end
        """
    )
    assert app.arrows("invokes_service") == {"now -> hard_job"}
    assert app.arrows("enqueues_job") == {"later -> hard_job", "now -> hard_job"}
