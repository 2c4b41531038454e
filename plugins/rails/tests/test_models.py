"""What models, concerns and callbacks declare; tables and columns from the schema file."""

from __future__ import annotations

from typing import Any

import pytest
from support import App

POST = "app/models/post.rb"


def facts(body: str, attribute: str, path: str = POST) -> list[Any]:
    """Facts of a model with `body`, without their owner."""
    found = App({path: f"class Post < ApplicationRecord\n{body}\nend\n"}).facts(path, attribute)
    return [{key: item for key, item in fact.items() if key != "owner"} for fact in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "validates :title, :body, presence: true, length: {maximum: 5}, if: :live?",
            {
                "macro": "validates",
                "attributes": ["title", "body"],
                "checks": {"presence": True, "length": {"maximum": 5}, "if": "live?"},
            },
        ),
        ("validates_uniqueness_of :title", {"macro": "validates_uniqueness_of", "attributes": ["title"]}),
        ("validate :ok, on: :create", {"macro": "validate", "attributes": ["ok"], "checks": {"on": "create"}}),
        (
            "validates_with MailValidator, strict: true",
            {"macro": "validates_with", "validators": ["MailValidator"], "checks": {"strict": True}},
        ),
        (
            "validates :a, numericality: { greater_than: ->(x) { x.y } }",
            {"macro": "validates", "attributes": ["a"], "checks": {"numericality": "{ greater_than: ->(x) { x.y } }"}},
        ),
    ],
)
def test_validations(body: str, expected: dict[str, Any]) -> None:
    assert facts(body, "validations") == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("enum :status, {draft: 0, live: 1}, prefix: true", {"name": "status", "values": ["draft", "live"]}),
        ("enum :status, [:draft, :live]", {"name": "status", "values": ["draft", "live"]}),
        ("enum :status, draft: 0, live: 1, _prefix: true", {"name": "status", "values": ["draft", "live"]}),
        ("enum status: %i[draft live], _default: :draft", {"name": "status", "values": ["draft", "live"]}),
        ("enum status: {draft: 'd'}", {"name": "status", "values": ["draft"]}),
    ],
)
def test_enums(body: str, expected: dict[str, Any]) -> None:
    assert facts(body, "enums") == [expected]


def test_scopes_and_callbacks() -> None:
    body = (
        "scope :live, -> { where(live: true) }\ndefault_scope { order(:id) }\n"
        "before_save :tidy, :check, if: :new?\nafter_commit -> { x }, on: %i[create update]\nafter_create Counter"
    )
    assert facts(body, "scopes") == [{"name": "live", "body": "-> { where(live: true) }"}, {"name": "default_scope"}]
    assert facts(body, "callbacks") == [
        {"macro": "before_save", "name": "tidy", "if": "new?"},
        {"macro": "before_save", "name": "check", "if": "new?"},
        {"macro": "after_commit", "name": "(block)", "on": ["create", "update"]},
        {"macro": "after_create", "name": "Counter"},
    ]


def test_callbacks_of_controllers_with_their_actions() -> None:
    source = """
class PostsController < ApplicationController
  before_action :load, only: [:show, :edit]
  before_action(:auth, except: "index") unless Rails.env.test?
  before_action { authorize! }
  skip_before_action :verify, if: -> { api? }
  with_options only: :show do
    after_action :track
  end
end
"""
    app = App({"app/controllers/posts_controller.rb": source})
    found = [
        {key: item for key, item in fact.items() if key != "owner"}
        for fact in app.facts("app/controllers/posts_controller.rb", "callbacks")
    ]
    assert found == [
        {"macro": "before_action", "name": "load", "only": ["show", "edit"]},
        {"macro": "before_action", "name": "auth", "except": ["index"]},
        {"macro": "before_action", "name": "(block)"},
        {"macro": "skip_before_action", "name": "verify", "if": "-> { api? }"},
        {"macro": "after_action", "name": "track", "only": ["show"]},
    ]


def test_what_a_concern_brings() -> None:
    source = """
module Taggable
  extend ActiveSupport::Concern
  included do
    has_many :tags, dependent: :destroy
    before_save :tidy do
      x
    end
  end
  class_methods do
    def tagged = 1
  end
  module ClassMethods
    def untagged = 1
  end
  def tidy = 1
end
"""
    path = "app/models/concerns/taggable.rb"
    app = App({path: source})
    assert app.facts(path, "included_macros") == ["has_many :tags, dependent: :destroy", "before_save :tidy"]
    assert app.facts(path, "class_methods") == ["tagged", "untagged"]
    assert app.facts(path, "associations")[0]["via"] == "included"


def test_validators_by_key() -> None:
    app = App(
        """
        == app/models/user.rb
        class User < ApplicationRecord
          validates :mail, presence: true, email: true, "film/title": true, url: true, uniqueness: true
          validates_with AddressValidator
          class UniquenessValidator < ActiveModel::EachValidator; end
        end
        == app/validators/email_validator.rb
        class EmailValidator < ActiveModel::EachValidator; end
        == app/validators/film/title_validator.rb
        class Film::TitleValidator < ActiveModel::EachValidator; end
        == app/validators/address_validator.rb
        class AddressValidator < ActiveModel::Validator; end
        == app/validators/other_validator.rb
        class OtherValidator < ActiveModel::Validator; end
        """
    )
    assert app.arrows("invokes_service") == {
        "user -> email_validator",
        "user -> film/title_validator",
        "user -> address_validator",
    }
    assert app.relation("app/models/user.rb", "app/validators/email_validator.rb", "invokes_service").attributes == {
        "kind": "validates"
    }
    assert ("app/models/user.rb", "url", "external") in app.unresolved()


SCHEMA = """
== db/schema.rb
ActiveRecord::Schema[7.1].define(version: 1) do
  create_table "posts", force: :cascade do |t|
    t.string "title", limit: 50, default: "x", null: false
    t.references "author", null: false
    t.column "kind", "post_kind"
    t.datetime "at", default: -> { "now()" }
    t.index ["title"], name: "i"
    t.timestamps
  end
  create_table "tags", id: :uuid do |t|
    t.text "names", array: true
  end
  create_table "joins", id: false do |t|
    t.integer "a_id"
  end
end
"""


def test_columns_from_a_ruby_schema() -> None:
    app = App(SCHEMA + "== app/models/post.rb\nclass Post < ApplicationRecord; end\n")
    assert app.values(POST, "table") == ["posts"]
    assert app.values(POST, "columns") == [
        {"name": "id", "type": "bigint", "null": False},
        {"name": "title", "type": "string", "limit": 50, "default": "x", "null": False},
        {"name": "author_id", "type": "bigint", "null": False},
        {"name": "kind", "type": "post_kind"},
        {"name": "at", "type": "datetime", "default": '-> { "now()" }'},
        {"name": "created_at", "type": "datetime", "null": False},
        {"name": "updated_at", "type": "datetime", "null": False},
    ]
    joins = [c["name"] for c in app.facts("db/schema.rb", "columns") if c["table"] == "joins"]
    assert joins == ["a_id"]


STRUCTURE = """
== db/structure.sql
CREATE TABLE public.posts (
    id bigint NOT NULL,
    title character varying(50) DEFAULT 'x'::character varying NOT NULL,
    tags text[],
    "order" integer DEFAULT 0,
    CONSTRAINT c CHECK ((id > 0))
);
CREATE TABLE `tags` (
  `id` int NOT NULL AUTO_INCREMENT,
  `name` varchar(255) COLLATE utf8 DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `i` (`name`)
) ENGINE=InnoDB;
"""


def test_columns_from_a_sql_dump() -> None:
    app = App(STRUCTURE + "== app/models/post.rb\nclass Post < ApplicationRecord; end\n")
    assert app.values(POST, "columns") == [
        {"name": "id", "type": "bigint", "null": False},
        {"name": "title", "type": "character varying(50)", "default": "x", "null": False},
        {"name": "tags", "type": "text[]"},
        {"name": "order", "type": "integer", "default": "0"},
    ]
    tags = [c for c in app.facts("db/structure.sql", "columns") if c["table"] == "tags"]
    assert [(c["name"], c["type"]) for c in tags] == [("id", "int"), ("name", "varchar(255)")]


@pytest.mark.parametrize(
    ("source", "path", "table"),
    [
        (
            "== app/models/line_item.rb\nclass LineItem < ApplicationRecord; end",
            "app/models/line_item.rb",
            "line_items",
        ),
        ("== app/models/a.rb\nclass A < ApplicationRecord; self.table_name = 'other'; end", "app/models/a.rb", "other"),
        (
            "== app/models/a.rb\nclass A < ApplicationRecord; def self.table_name = 'mine'; end",
            "app/models/a.rb",
            "mine",
        ),
        ("== app/models/shop/item.rb\nclass Shop::Item < ApplicationRecord; end", "app/models/shop/item.rb", "items"),
        (
            "== app/models/shop.rb\nmodule Shop\n  def self.table_name_prefix = 'shop_'\nend\n"
            "== app/models/shop/item.rb\nclass Shop::Item < ApplicationRecord; end",
            "app/models/shop/item.rb",
            "shop_items",
        ),
        (
            "== lib/shop/engine.rb\nmodule Shop; class Engine < Rails::Engine; isolate_namespace Shop; end; end\n"
            "== app/models/shop/item.rb\nclass Shop::Item < ApplicationRecord; end",
            "app/models/shop/item.rb",
            "shop_items",
        ),
        (
            "== app/models/animal.rb\nclass Animal < ApplicationRecord; end\n"
            "== app/models/dog.rb\nclass Dog < Animal; end",
            "app/models/dog.rb",
            "animals",
        ),
        (
            "== app/models/base.rb\nclass Base < ActiveRecord::Base; self.abstract_class = true; end\n"
            "== app/models/dog.rb\nclass Dog < Base; end",
            "app/models/dog.rb",
            "dogs",
        ),
        (
            "== app/models/post.rb\nclass Post < ApplicationRecord; end\n"
            "== app/models/post/comment.rb\nclass Post::Comment < ApplicationRecord; end",
            "app/models/post/comment.rb",
            "post_comments",
        ),
        (
            "== config/application.rb\nconfig.active_record.table_name_prefix = 'my_'\n"
            "config.active_record.pluralize_table_names = false\n"
            "== app/models/post.rb\nclass Post < ApplicationRecord; end",
            "app/models/post.rb",
            "my_post",
        ),
    ],
)
def test_table_names(source: str, path: str, table: str) -> None:
    assert App(source).values(path, "table") == [table]


@pytest.mark.parametrize(
    "source",
    [
        "class Post < ApplicationRecord; self.abstract_class = true; end",
        "class Post < ApplicationRecord; primary_abstract_class; end",
        "class Post; include ActiveModel::Model; end",
        "Post = Struct.new(:a)",
        "module Post; end",
    ],
)
def test_what_is_no_record_has_no_table(source: str) -> None:
    assert App(SCHEMA + f"== app/models/post.rb\n{source}\n").values(POST, "table") == []


def test_locked_gems() -> None:
    app = App(
        {"Gemfile.lock": "GEM\n  specs:\n    pundit (2.3.1)\n    rails (7.1.3.4)\n      actioncable (= 7.1.3.4)\n"}
    )
    assert app.facts("Gemfile.lock", "rails_version") == ["7.1.3.4"]
    assert [gem["name"] for gem in app.facts("Gemfile.lock", "gems")] == ["pundit", "rails"]
