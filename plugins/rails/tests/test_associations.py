"""Associations and the classes they lead to, by ActiveRecord's rules."""

from __future__ import annotations

from typing import Any

import pytest
from support import App

from codens_core.base.errors import ConfigError

RECORD = """
== app/models/application_record.rb
class ApplicationRecord < ActiveRecord::Base
  self.abstract_class = true
end
"""


def models(**bodies: str) -> str:
    """Files of plain models by name, each with its body."""
    parts = [
        f"== app/models/{name.lower()}.rb\nclass {name} < ApplicationRecord\n  {body}\nend\n"
        for name, body in bodies.items()
    ]
    return RECORD + "".join(parts)


CASES = {
    "the target is not the name (R6)": (
        models(
            Issue='belongs_to :assigned_to, class_name: "Principal"\n  has_many :children, class_name: "Issue"',
            Principal="",
        ),
        {"issue -assigned_to-> principal", "issue -children-> issue"},
    ),
    "collections are singular classes, single ones are taken as they are (R29)": (
        models(
            Search="has_many :criteria\n  belongs_to :media\n  has_many :people\n  has_and_belongs_to_many :roles",
            Criterium="",
            Media="",
            Medium="",
            Person="",
            Role="",
        ),
        {"search -criteria-> criterium", "search -media-> media", "search -people-> person", "search -roles-> role"},
    ),
    "through: names associations (R7)": (
        models(
            Order='belongs_to :buyer, class_name: "User"\n  has_many :buyer_emails, through: :buyer, source: :emails',
            User="has_many :emails",
            Email="",
        ),
        {"order -buyer-> user", "order -buyer_emails-> email", "user -emails-> email"},
    ),
    "through finds the singular name, and chains nest": (
        models(
            Author="has_many :posts\n  has_many :taggings, through: :posts\n  has_many :tags, through: :taggings",
            Post="has_many :taggings",
            Tagging='belongs_to :label, class_name: "Tag"\n  belongs_to :tag',
            Tag="",
        ),
        {
            "author -posts-> post",
            "author -taggings-> tagging",
            "author -tags-> tag",
            "post -taggings-> tagging",
            "tagging -label-> tag",
            "tagging -tag-> tag",
        },
    ),
    "through with source_type": (
        models(
            Feed='has_many :entries\n  has_many :posts, through: :entries, source: :subject, source_type: "Post"',
            Entry="belongs_to :subject, polymorphic: true",
            Post="has_many :entries, as: :subject",
        ),
        {"feed -entries-> entry", "feed -posts-> post", "post -entries-> entry", "entry -subject-> post"},
    ),
    "polymorphic ones lead to whoever answers with `as` (R30)": (
        models(
            Comment="belongs_to :commentable, polymorphic: true",
            Photo="has_many :comments, as: :commentable",
            Post="has_one :note, as: :commentable, class_name: 'Comment'",
            Page="has_many :comments",
        ),
        {
            "photo -comments-> comment",
            "post -note-> comment",
            "page -comments-> comment",
            "comment -commentable-> photo",
            "comment -commentable-> post",
        },
    ),
    "delegated types are a closed list": (
        models(Entry="delegated_type :entryable, types: %w[Message Comment]", Message="", Comment="", Other=""),
        {"entry -entryable-> message", "entry -entryable-> comment"},
    ),
    "the nearest class by the owner's name (R27)": (
        RECORD
        + """
== app/models/user.rb
class User < ApplicationRecord; end
== app/models/billing/user.rb
module Billing
  class User < ApplicationRecord; end
end
== app/models/billing/sub/invoice.rb
class Billing::Sub::Invoice < ApplicationRecord
  belongs_to :user
  belongs_to :owner, class_name: "::User"
end
""",
        {"billing/sub/invoice -user-> billing/user", "billing/sub/invoice -owner-> user"},
    ),
    "associations of an included concern (R8)": (
        RECORD
        + """
== app/models/account.rb
class Account < ApplicationRecord
  include Account::Associations
end
== app/models/concerns/account/associations.rb
module Account::Associations
  extend ActiveSupport::Concern
  included { has_many :statuses }
end
== app/models/status.rb
class Status < ApplicationRecord; end
""",
        {"account -statuses-> status"},
    ),
    "concerns of concerns, and old-style hooks": (
        RECORD
        + """
== app/models/account.rb
class Account < ApplicationRecord
  include Outer
end
== app/models/concerns/outer.rb
module Outer
  extend ActiveSupport::Concern
  include Inner
  def self.included(base)
    base.belongs_to :owner, class_name: "User"
    base.class_eval do
      has_one :badge
    end
  end
end
== app/models/concerns/inner.rb
module Inner
  extend ActiveSupport::Concern
  included do
    with_options class_name: "User" do
      has_many :readers
      belongs_to :writer, optional: true
    end
    with_options dependent: :destroy do |user|
      user.has_many :badges
    end
  end
end
== app/models/user.rb
class User < ApplicationRecord; end
== app/models/badge.rb
class Badge < ApplicationRecord; end
""",
        {
            "account -owner-> user",
            "account -badge-> badge",
            "account -readers-> user",
            "account -writer-> user",
            "account -badges-> badge",
        },
    ),
    "a class reopened from outside": (
        models(Order="", Note="")
        + """
== app/models/order_decorator.rb
Order.class_eval do
  has_many :notes
end
== lib/patch.rb
Order.has_one :first_note, class_name: "Note"
""",
        {"order -notes-> note", "order -first_note-> note"},
    ),
    "a macro of the application's own library": (
        models(Wiki="acts_as_watchable", Watcher="belongs_to :user", User="", Plain="")
        + """
== lib/plugins/acts_as_watchable/lib/acts_as_watchable.rb
module Acts
  module Watchable
    def self.included(base)
      base.extend ClassMethods
    end
    module ClassMethods
      def acts_as_watchable(options = {})
        class_eval do
          has_many :watchers, dependent: :delete_all
          has_many :watcher_users, through: :watchers, source: :user
        end
      end
    end
  end
end
""",
        {"wiki -watchers-> watcher", "wiki -watcher_users-> user", "watcher -user-> user"},
    ),
    "gems' macros that are known": (
        models(Page="acts_as_tree\n  has_one_attached :cover", Other=""),
        {"page -parent-> page", "page -children-> page"},
    ),
    "names from a literal list": (
        models(Post="%i[author editor].each do |role|\n    belongs_to role, class_name: 'User'\n  end", User=""),
        {"post -author-> user", "post -editor-> user"},
    ),
    "subclasses look through what they inherit": (
        models(Animal="has_many :legs", Leg="belongs_to :foot", Foot="")
        + """
== app/models/dog.rb
class Dog < Animal
  has_many :feet, through: :legs, source: :foot
end
""",
        {"animal -legs-> leg", "leg -foot-> foot", "dog -feet-> foot"},
    ),
    "the class of a class, of `name` and of a symbol": (
        models(
            Post="belongs_to :a, class_name: User.name\n  belongs_to :b, class_name: name\n"
            "  belongs_to :c, class_name: :User",
            User="",
        ),
        {"post -a-> user", "post -b-> post", "post -c-> user"},
    ),
    "has_many elsewhere is another thing": (
        models(Post="")
        + """
== app/serializers/post_serializer.rb
class PostSerializer < ActiveModel::Serializer
  has_many :posts
end
== app/models/report.rb
class Report
  def has_many(x) = x
  def go = has_many(:posts)
end
== spec/models/post_spec.rb
class Fake < ApplicationRecord
  has_many :posts
end
""",
        set(),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_associations(case: str) -> None:
    source, expected = CASES[case]
    assert App(source).arrows("associates_with") == expected


NAMESAKE = (
    RECORD
    + """
== app/models/post.rb
class Post < ApplicationRecord; end
== app/models/draft/post.rb
class Draft::Post < ApplicationRecord
  belongs_to :post
end
"""
)
PLAIN_POST = NAMESAKE.replace("class Post < ApplicationRecord", "class Post")


@pytest.mark.parametrize(
    ("version", "source", "target"),
    [
        ("6.1.7", NAMESAKE, "draft/post"),
        ("7.1.3", NAMESAKE, "draft/post"),
        ("7.2.0", NAMESAKE, "post"),
        ("7.2.2", NAMESAKE, "post"),
        ("8.0.1", NAMESAKE, "post"),
        ("7.2.0", PLAIN_POST, "post"),
        ("8.0.1", PLAIN_POST, "draft/post"),
    ],
)
def test_a_class_of_the_same_last_name_by_version(version: str, source: str, target: str) -> None:
    app = App(source + f"\n== Gemfile.lock\nGEM\n  specs:\n    rails ({version})\n")
    assert app.arrows("associates_with") == {f"draft/post -post-> {target}"}


def test_what_a_relation_tells() -> None:
    app = App(
        models(
            Post='has_many :comments, -> { order(:id) }, dependent: :destroy, foreign_key: "item_id"\n'
            "  has_many :writers, through: :comments, source: :author",
            Comment='belongs_to :author, class_name: "User"',
            User="",
        )
    )
    comments = app.relation("app/models/post.rb", "app/models/comment.rb", "associates_with", "comments")
    assert comments.attributes == {
        "macro": "has_many", "owner": "Post", "target": "Comment", "dependent": "destroy", "foreign_key": "item_id",
    }  # fmt: skip
    assert [(e.path, e.start_line) for e in comments.evidence] == [("app/models/post.rb", 2)]
    writers = app.relation("app/models/post.rb", "app/models/user.rb", "associates_with")
    assert (writers.attributes["through"], writers.attributes["source"]) == ("comments", "author")


def test_a_concerns_association_is_the_models_own_with_the_concern_as_evidence() -> None:
    source, _ = CASES["associations of an included concern (R8)"]
    app = App(source)
    relation = app.relation("app/models/account.rb", "app/models/status.rb", "associates_with")
    assert [e.path for e in relation.evidence] == ["app/models/concerns/account/associations.rb"]
    assert relation.attributes["via"] == "included"
    (derived,) = app.values("app/models/account.rb", "associations")
    assert (derived["name"], derived["declared_in"]) == ("statuses", "app/models/concerns/account/associations.rb")


def test_polymorphic_ones_are_marked_and_shown_from_both_sides() -> None:
    source, _ = CASES["polymorphic ones lead to whoever answers with `as` (R30)"]
    relation = App(source).relation("app/models/comment.rb", "app/models/photo.rb", "associates_with")
    assert relation.attributes["polymorphic"] is True and relation.attributes["macro"] == "belongs_to"
    assert [e.path for e in relation.evidence] == ["app/models/comment.rb", "app/models/photo.rb"]


def test_associations_that_lead_nowhere_are_listed_and_never_invented() -> None:
    app = App(
        models(
            Post="belongs_to :ghost\n  belongs_to :thing, polymorphic: true\n  has_one_attached :cover\n"
            "  has_many :ways, through: :nothing\n  has_many dynamic_name",
        )
    )
    assert app.arrows("associates_with") == set()
    assert app.unresolved("associates_with") == {
        ("app/models/post.rb", "ghost: Ghost", "external"),
        ("app/models/post.rb", "thing", "dynamic"),
        ("app/models/post.rb", "cover_attachment: ActiveStorage::Attachment", "external"),
        ("app/models/post.rb", "cover_blob: cover_blob", "external"),
        ("app/models/post.rb", "ways: ways", "missing"),
        ("app/models/post.rb", "*", "dynamic"),
    }


def test_a_project_adds_macros() -> None:
    source = models(Post="likeable :fans", User="", Like="")
    settings = {"macros": {"likeable": [{"macro": "has_many", "name": "likes", "class_name": "Like"}]}}
    assert App(source).arrows("associates_with") == set()
    assert App(source, settings).arrows("associates_with") == {"post -likes-> like"}


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"macro": {}}, "plugins.rails.macro"),
        ({"macros": {"likeable": [{"macro": "has_lots", "name": "x"}]}}, "plugins.rails.macros.likeable.0.macro"),
        ({"macros": {"likeable": [{"macro": "has_many"}]}}, "plugins.rails.macros.likeable.0.name"),
    ],
)
def test_wrong_settings_are_refused_with_their_place(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(ConfigError, match=field):
        App(models(Post="likeable"), settings)


def test_a_broken_chain_is_guessed_by_name_with_less_confidence() -> None:
    app = App(models(Post="has_many :users, through: :gone", User=""))
    assert app.relation("app/models/post.rb", "app/models/user.rb", "associates_with").confidence < 1
