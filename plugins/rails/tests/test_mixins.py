"""Superclasses and mixins by constant, across files, hooks, reopened classes and macros."""

from __future__ import annotations

import pytest
from support import App

CASES = {
    "superclass and mixins, external ones apart": (
        """
        == app/models/application_record.rb
        class ApplicationRecord < ActiveRecord::Base; end
        == app/models/concerns/taggable.rb
        module Taggable; extend ActiveSupport::Concern; end
        == lib/clock.rb
        module Clock; end
        == lib/loud.rb
        module Loud; end
        == app/models/post.rb
        class Post < ApplicationRecord
          include Taggable, Enumerable
          extend Clock
          prepend Loud
        end
        """,
        {
            ("Post", "superclass", "ApplicationRecord"),
            ("Post", "include", "Taggable"),
            ("Post", "extend", "Clock"),
            ("Post", "prepend", "Loud"),
        },
    ),
    "a superclass is looked up outside the class, never as itself": (
        """
        == app/services/base.rb
        class Base; end
        == app/services/billing/base.rb
        module Billing
          class Base < Base; end
        end
        == app/services/billing/charge.rb
        module Billing
          class Charge < Base; end
        end
        """,
        {("Billing::Base", "superclass", "Base"), ("Billing::Charge", "superclass", "Billing::Base")},
    ),
    "class << self; include": (
        """
        == lib/finder.rb
        module Finder; end
        == app/models/post.rb
        class Post
          class << self
            include Finder
          end
        end
        """,
        {("Post", "extend", "Finder")},
    ),
    "send, other receivers, class_eval": (
        """
        == lib/extra.rb
        module Extra; end
        == lib/more.rb
        module More; end
        == lib/most.rb
        module Most; end
        == app/models/post.rb
        class Post; end
        == lib/patches.rb
        Post.send(:include, Extra)
        Post.prepend(More)
        Post.class_eval do
          include Most
        end
        """,
        {
            ("Post", "include", "Extra"),
            ("Post", "prepend", "More"),
            ("Post", "include", "Most"),
            ("Post", "reopens", "Post"),
        },
    ),
    "an object that is extended is no class": (
        """
        == lib/extra.rb
        module Extra; end
        == app/services/maker.rb
        class Maker
          def call(thing)
            thing.extend Extra
          end
        end
        """,
        set(),
    ),
    "`included do` runs in every class that includes the module": (
        """
        == lib/audited.rb
        module Audited; end
        == lib/once.rb
        module Once; end
        == app/models/concerns/tracked.rb
        module Tracked
          extend ActiveSupport::Concern
          include Once
          included do
            include Audited
          end
        end
        == app/models/concerns/outer.rb
        module Outer
          extend ActiveSupport::Concern
          include Tracked
        end
        == app/models/post.rb
        class Post; include Tracked; end
        == app/models/page.rb
        class Page; include Outer; end
        """,
        {
            ("Tracked", "include", "Once"),
            ("Outer", "include", "Tracked"),
            ("Outer", "include", "Once"),
            ("Post", "include", "Tracked"),
            ("Post", "include", "Once"),
            ("Post", "include", "Audited"),
            ("Page", "include", "Outer"),
            ("Page", "include", "Tracked"),
            ("Page", "include", "Once"),
            ("Page", "include", "Audited"),
        },
    ),
    "self.included(base)": (
        """
        == lib/audited.rb
        module Audited; end
        == lib/loud.rb
        module Loud; end
        == lib/tracked.rb
        module Tracked
          def self.included(base)
            base.extend Loud
            base.class_eval do
              include Audited
            end
          end
        end
        == app/models/post.rb
        class Post; include Tracked; end
        """,
        {("Post", "include", "Tracked"), ("Post", "include", "Audited"), ("Post", "extend", "Loud")},
    ),
    "a macro of the application's own library": (
        """
        == lib/acts/listed.rb
        module Acts
          module Listed
            def self.included(base); base.extend ClassMethods; end
            module ClassMethods
              def acts_as_listed
                include Acts::Positioning
              end
            end
          end
        end
        == lib/acts/positioning.rb
        module Acts; module Positioning; end; end
        == config/initializers/acts.rb
        ActiveRecord::Base.send(:include, Acts::Listed)
        == app/models/item.rb
        class Item < ActiveRecord::Base
          acts_as_listed
        end
        == app/models/other.rb
        class Other < ActiveRecord::Base; end
        """,
        {("Item", "include", "Acts::Positioning")},
    ),
    "what the superclass has already is not included again": (
        """
        == lib/clock.rb
        module Clock; end
        == app/controllers/application_controller.rb
        class ApplicationController < ActionController::Base; include Clock; end
        == app/controllers/posts_controller.rb
        class PostsController < ApplicationController; include Clock; end
        """,
        {("ApplicationController", "include", "Clock"), ("PostsController", "superclass", "ApplicationController")},
    ),
    "a reopening without the superclass does not lose it (R24)": (
        """
        == app/models/animal.rb
        class Animal < ActiveRecord::Base; end
        == app/models/dog.rb
        class Dog < Animal; end
        == lib/ext/dog.rb
        class Dog
          def bark = 1
        end
        """,
        {("Dog", "superclass", "Animal"), ("Dog", "reopens", "Dog")},
    ),
    "a class opened only as a namespace is not reopened": (
        """
        == app/models/dog.rb
        class Dog; def bark = 1; end
        == app/models/dog/breed.rb
        class Dog
          class Breed; end
        end
        """,
        set(),
    ),
    "an initializer that extends a class of the application": (
        """
        == config/initializers/patches.rb
        Rails.application.config.to_prepare do
          Post.include Extra
        end
        == lib/extra.rb
        module Extra; end
        == app/models/post.rb
        class Post; end
        """,
        {("Post", "include", "Extra")},
    ),
    "a decorator that prepends itself": (
        """
        == app/models/order.rb
        class Order; end
        == app/models/order_decorator.rb
        module OrderDecorator
          Order.prepend self
        end
        """,
        {("Order", "prepend", "OrderDecorator")},
    ),
    "lists of classes, singleton classes, splats": (
        """
        == lib/extra.rb
        module Extra; end
        == lib/more.rb
        module More; end
        == app/models/post.rb
        class Post; end
        == app/models/page.rb
        class Page
          include(*[Extra, More])
        end
        == app/models/note.rb
        class Note; end
        == lib/patches.rb
        [Post, Note].each do |model|
          model.include Extra
        end
        %w[Post].each { |name| name.constantize.send(:prepend, More) }
        module Patches
          def self.apply
            Note.singleton_class.prepend(More)
          end
        end
        """,
        {
            ("Page", "include", "Extra"),
            ("Page", "include", "More"),
            ("Post", "include", "Extra"),
            ("Note", "include", "Extra"),
            ("Post", "prepend", "More"),
            ("Note", "extend", "More"),
        },
    ),
    "a module brings its modules along, but for what the superclass has": (
        """
        == lib/inner.rb
        module Inner; end
        == lib/other.rb
        module Other; end
        == lib/outer.rb
        module Outer
          include Inner
          extend Other
        end
        == app/models/base.rb
        class Base; include Inner; end
        == app/models/child.rb
        class Child < Base; prepend Outer; include Outer; end
        == app/models/alone.rb
        class Alone; extend Outer; end
        """,
        {
            ("Outer", "include", "Inner"),
            ("Outer", "extend", "Other"),
            ("Base", "include", "Inner"),
            ("Child", "superclass", "Base"),
            ("Child", "include", "Outer"),
            ("Child", "prepend", "Outer"),
            ("Child", "prepend", "Inner"),
            ("Alone", "extend", "Outer"),
            ("Alone", "extend", "Inner"),
        },
    ),
    "editions of an application": (
        """
        == app/models/user.rb
        class User; end
        User.prepend_mod_with("User")
        User.include_mod_with("Concerns::User")
        == enterprise/app/models/enterprise/user.rb
        module Enterprise::User; end
        == enterprise/app/models/enterprise/concerns/user.rb
        module Enterprise::Concerns::User; end
        == app/models/admin/user.rb
        class Admin::User; end
        """,
        {("User", "prepend", "Enterprise::User"), ("User", "include", "Enterprise::Concerns::User")},
    ),
    "Class.new(Parent)": (
        """
        == app/services/failure.rb
        class Failure < StandardError; end
        == app/services/call.rb
        class Call
          Broken = Class.new(Failure)
        end
        """,
        {("Call::Broken", "superclass", "Failure")},
    ),
}


def pairs(app: App) -> set[tuple[str, str, str]]:
    """(constant, kind, constant) of every extension."""
    found = set()
    for _, _, relation in app.view.edges("extends_component"):
        said = relation.attributes["extends"]
        for pair in said if isinstance(said, list) else [said]:
            found.add((pair["constant"], pair["kind"], pair["target"]))
    return found


@pytest.mark.parametrize("case", CASES)
def test_extensions(case: str) -> None:
    source, expected = CASES[case]
    assert pairs(App(source)) == expected


def test_a_hook_is_shown_in_the_module_and_belongs_to_the_class() -> None:
    source, _ = CASES["`included do` runs in every class that includes the module"]
    relation = App(source).relation("app/models/post.rb", "lib/audited.rb", "extends_component")
    assert [(e.path, e.start_line) for e in relation.evidence] == [("app/models/concerns/tracked.rb", 5)]
    assert relation.attributes["via"] == "included"
    assert "concerns/tracked -> audited" in App(source).arrows("invokes_service")


def test_what_extends_something_outside_is_listed() -> None:
    app = App(
        {
            "app/models/post.rb": "class Post < ActiveRecord::Base\n  include Taggable\n  include Shop::Gone\nend\n",
            "app/models/shop/item.rb": "module Shop\n  class Item; end\nend\n",
        }
    )
    assert app.unresolved("extends_component") == {
        ("app/models/post.rb", "ActiveRecord::Base", "external"),
        ("app/models/post.rb", "Taggable", "external"),
        ("app/models/post.rb", "Shop::Gone", "missing"),
    }


def test_cycles_end() -> None:
    app = App(
        {
            "app/models/a.rb": "class A < B\n  include M\nend\n",
            "app/models/b.rb": "class B < A; end\n",
            "lib/m.rb": "module M\n  include N\n  def self.included(base)\n    base.include N\n  end\nend\n",
            "lib/n.rb": "module N\n  include M\nend\n",
        }
    )
    assert ("A", "superclass", "B") in pairs(app)
