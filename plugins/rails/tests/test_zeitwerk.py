"""Autoload roots and the constants that paths must define."""

from __future__ import annotations

import pytest
from codens_rails.resolve.world import World
from support import App


def expected(path: str, given: str = "") -> str:
    """The constant that `path` must define in an application with the boot files `given`."""
    return World(App(given).snapshot).zeitwerk.expected(path)


@pytest.mark.parametrize(
    ("path", "constant"),
    [
        ("app/models/user.rb", "User"),
        ("app/models/admin/user.rb", "Admin::User"),
        ("app/models/concerns/geo.rb", "Geo"),
        ("app/models/concerns/account/counters.rb", "Account::Counters"),
        ("app/models/foo/concerns/bar.rb", "Foo::Concerns::Bar"),
        ("app/services/billing/charge.rb", "Billing::Charge"),
        ("app/anything/foo.rb", "Foo"),
        ("packs/contacts/app/models/contacts/address.rb", "Contacts::Address"),
        ("engines/shop/app/controllers/shop/orders_controller.rb", "Shop::OrdersController"),
        ("app/models/app/models/odd.rb", "App::Models::Odd"),
        ("lib/redmine/scm.rb", ""),
        ("app/views/x.rb", ""),
        ("app/assets/x.rb", ""),
        ("app/x.rb", ""),
        ("app/models/user.yml", ""),
    ],
)
def test_conventional_roots(path: str, constant: str) -> None:
    assert expected(path) == constant


BOOT = """
== config/application.rb
module Shop
  class Application < Rails::Application
    config.autoload_lib(ignore: %w[assets tasks])
    config.autoload_paths << Rails.root.join("extras")
    config.eager_load_paths += %W[#{config.root}/more #{config.root}/most/nested]
    config.autoload_paths.push("#{config.root}/pushed", File.join(config.root, "filed"))
    config.autoload_once_paths << "#{root}/app/views/components"
    config.autoload_paths += Dir[Rails.root.join("parts", "*", "code")]
    config.paths.add "app/api", eager_load: true
    config.paths.add "config/other", with: "x"
  end
end
== config/initializers/zeitwerk.rb
lib = Rails.root.join("lib/shop")
SKIPPED = ["version.rb", "core_ext"]
Rails.autoloaders.main.push_dir lib, namespace: Shop
Rails.autoloaders.each do |loader|
  loader.inflector.inflect("html" => "HTML", "proxy_api" => "ProxyAPI")
  SKIPPED.each { |name| loader.ignore lib.join(name) }
  loader.collapse("app/models/flat", Rails.root.join("app/*/grouped"))
end
== config/initializers/inflections.rb
ActiveSupport::Inflector.inflections(:en) do |inflect|
  inflect.acronym "AI"
end
== engines/store/lib/store/engine.rb
module Store
  class Engine < ::Rails::Engine
    config.autoload_paths += %W(#{config.root}/lib)
  end
end
"""


@pytest.mark.parametrize(
    ("path", "constant"),
    [
        ("lib/clock.rb", "Clock"),
        ("lib/tasks/job.rb", ""),
        ("lib/tasks_more/job.rb", "TasksMore::Job"),
        ("extras/mail/parser.rb", "Mail::Parser"),
        ("more/a.rb", "A"),
        ("most/nested/a.rb", "A"),
        ("most/a.rb", ""),
        ("pushed/a.rb", "A"),
        ("filed/a.rb", "A"),
        ("app/views/components/card.rb", "Card"),
        ("parts/one/code/a.rb", "A"),
        ("parts/one/a.rb", ""),
        ("app/api/v1/posts.rb", "V1::Posts"),
        ("lib/shop/cart.rb", "Shop::Cart"),
        ("lib/shop/version.rb", ""),
        ("lib/shop/core_ext/string.rb", ""),
        ("app/models/html.rb", "HTML"),
        ("app/models/html_page.rb", "HtmlPage"),
        ("app/models/proxy_api/x.rb", "ProxyAPI::X"),
        ("app/models/ai_model.rb", "AIModel"),
        ("app/models/flat/a.rb", "A"),
        ("app/models/flat_not/a.rb", "FlatNot::A"),
        ("app/services/grouped/a.rb", "A"),
        ("engines/store/lib/store/cart.rb", "Store::Cart"),
        ("config/other/a.rb", ""),
    ],
)
def test_configured_roots_and_loader_settings(path: str, constant: str) -> None:
    assert expected(path, BOOT) == constant


def test_what_a_file_defines_counts_whatever_its_path_says() -> None:
    app = App(
        """
        == app/controllers/activitypub/inboxes_controller.rb
        class ActivityPub::InboxesController < ApplicationController; end
        == app/services/call.rb
        class Call; def x = ActivityPub::InboxesController; end
        """
    )
    assert app.view.by_path["app/controllers/activitypub/inboxes_controller.rb"].node_id == (
        "app.controllers.activitypub.inboxes_controller"
    )
    assert app.arrows("invokes_service") == {"call -> activitypub/inboxes_controller"}


def test_acronyms_hold_for_associations_and_loader_overrides_do_not() -> None:
    app = App(
        BOOT
        + """
== app/models/post.rb
class Post < ApplicationRecord
  belongs_to :ai_model
  belongs_to :proxy_api
end
== app/models/ai_model.rb
class AIModel < ApplicationRecord; end
== app/models/proxy_api.rb
class ProxyAPI < ApplicationRecord; end
"""
    )
    assert app.arrows("associates_with") == {"post -ai_model-> ai_model"}
    assert ("app/models/post.rb", "proxy_api: ProxyApi", "external") in app.unresolved("associates_with")


def test_same_file_names_in_packs_stay_apart() -> None:
    app = App(
        """
        == packs/contacts/app/models/address.rb
        class Contacts::Address < ApplicationRecord; end
        == app/models/address.rb
        class Address < ApplicationRecord; end
        == app/models/user.rb
        class User < ApplicationRecord
          has_many :addresses
          has_many :contacts, class_name: "Contacts::Address"
        end
        """
    )
    assert app.named("associates_with") == {
        ("app/models/user.rb", "addresses", "app/models/address.rb"),
        ("app/models/user.rb", "contacts", "packs/contacts/app/models/address.rb"),
    }
