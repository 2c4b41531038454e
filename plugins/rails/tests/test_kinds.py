"""Types of components: by place, corrected by what the content proves."""

from __future__ import annotations

import pytest
from support import App

BY_CONTENT = [
    ("app/models/concerns/email_validator.rb", "class EmailValidator < ActiveModel::Validator; end", "validator"),
    ("app/models/concerns/taggable.rb", "module Taggable; extend ActiveSupport::Concern; end", "concern"),
    ("app/models/concerns/plain.rb", "module Plain; end", "concern"),
    ("app/models/concerns/result.rb", "Result = Struct.new(:ok)", "model"),
    ("app/controllers/concerns/result.rb", "class Result; end", "library"),
    ("app/models/order_result.rb", "OrderResult = Struct.new(:ok)", "model"),
    ("app/models/user/memo.rb", "module User::Memo; extend ActiveSupport::Concern; end", "concern"),
    ("app/models/hard_job.rb", "class HardJob < ApplicationJob; end", "job"),
    ("app/jobs/hard_worker.rb", "class HardWorker; include Sidekiq::Worker; end", "worker"),
    ("app/jobs/other.rb", "class Other; def x; extend Sidekiq::Worker; end; end", "job"),
    ("app/workers/soft_job.rb", "class SoftJob < ActiveJob::Base; end", "job"),
    ("app/anything/mailer_of_news.rb", "class MailerOfNews < ApplicationMailer; end", "mailer"),
    ("app/api/base.rb", "class Base < ActionController::API; end", "controller"),
    ("app/api/grape_api.rb", "class GrapeApi < Grape::API; end", "library"),
    ("extras/archive.rb", "class Archive < ApplicationRecord; end", "model"),
    ("extras/markdowner.rb", "class Markdowner; end", "library"),
    ("lib/legacy/row.rb", "module Legacy; class Row < ::ActiveRecord::Base; end; end", "model"),
    ("lib/error.rb", "module Shop; class Error < StandardError; end; end", "library"),
    ("app/services/ability.rb", "class Ability; include CanCan::Ability; end", "policy"),
    ("app/services/post_view.rb", "class PostView; include JSONAPI::Serializer; end", "serializer"),
    ("app/helpers/post_helper.rb", "module PostHelper; extend ActiveSupport::Concern; end", "helper"),
    ("spec/models/user_spec.rb", "class Fake < ApplicationRecord; end", "spec"),
    ("app/services/import.rb", "class Import; class Row < ApplicationRecord; end; end", "service"),
    ("app/cards/card.rb", "class Card < ViewComponent::Base; end", "presenter"),
    ("app/models/admin/record.rb", "class Admin::Record < Admin::ApplicationRecord; end", "model"),
    ("app/services/api/base.rb", "module Api; class Base < Shop::ApplicationController; end; end", "controller"),
    ("lib/shop/engine.rb", "module Shop; class Engine < Rails::Engine; end; end", "library"),
    ("script/clean.rb", "puts 1", "library"),
]


@pytest.mark.parametrize(("path", "source", "expected"), BY_CONTENT)
def test_content_corrects_the_place(path: str, source: str, expected: str) -> None:
    assert App({path: source}).type_of(path) == expected


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("config/puma.rb", "configuration"),
        ("engines/shop/config/deploy.rb", "configuration"),
        ("bin/setup.rb", "configuration"),
        ("db/migrate/1_x.rb", "migration"),
        ("spec/dummy/app/models/x.rb", "dummy application"),
        ("vendor/gems/x/lib/x.rb", "vendored"),
    ],
)
def test_left_out_with_a_reason(path: str, reason: str) -> None:
    assert App({path: "class X; end"}).snapshot.left_out == {path: reason}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("config/routes.rb", "route"),
        ("config/routes/admin.rb", "route"),
        ("config/locales/en.rb", "locale"),
        ("lib/shop/config/reader.rb", "library"),
        ("app/models/config/option.rb", "model"),
        ("app/controllers/off_catalog/log/orders_controller.rb", "controller"),
    ],
)
def test_folders_of_the_same_name_elsewhere_stay(path: str, expected: str) -> None:
    assert App({path: "x = 1"}).type_of(path) == expected
