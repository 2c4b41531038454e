"""The component type that a file's content proves, where its folder suggests another one."""

from __future__ import annotations

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import constant
from codens_rails.ruby.walk import Definition, RubyFile

_FIXED = ("spec", "view", "route", "locale", "support", "helper")
"""Types that the place alone decides."""

_BASES = {
    "ActiveRecord::Base": "model",
    "ApplicationRecord": "model",
    "ActiveModel::Validator": "validator",
    "ActiveModel::EachValidator": "validator",
    "ApplicationValidator": "validator",
    "ActiveJob::Base": "job",
    "ApplicationJob": "job",
    "ApplicationWorker": "worker",
    "ActionMailer::Base": "mailer",
    "ApplicationMailer": "mailer",
    "Devise::Mailer": "mailer",
    "ActionController::Base": "controller",
    "ActionController::API": "controller",
    "ActionController::Metal": "controller",
    "ApplicationController": "controller",
    "ActionPolicy::Base": "policy",
    "ApplicationPolicy": "policy",
    "ActiveModel::Serializer": "serializer",
    "ApplicationSerializer": "serializer",
    "Blueprinter::Base": "serializer",
    "ApplicationBlueprint": "serializer",
    "ViewComponent::Base": "presenter",
    "ApplicationComponent": "presenter",
    "ApplicationPresenter": "presenter",
    "ApplicationDecorator": "presenter",
    "Draper::Decorator": "presenter",
    "Phlex::HTML": "presenter",
}
_MIXINS = {
    "Sidekiq::Job": "worker",
    "Sidekiq::Worker": "worker",
    "Sidekiq::IterableJob": "worker",
    "CanCan::Ability": "policy",
    "JSONAPI::Serializer": "serializer",
    "FastJsonapi::ObjectSerializer": "serializer",
    "Alba::Resource": "serializer",
}


def corrected(source: SourceFile, file: RubyFile, primary: Definition) -> str:
    """The proven type of the file's main class, or an empty string where the guess by path stands."""
    if source.type in _FIXED:
        return ""
    proven = _by_superclass(primary) or _by_mixins(file, primary)
    if not proven and source.type == "concern" and primary.kind != "module":
        proven = "model" if "app/models/" in source.path else "library"
    return "" if proven == source.type else proven


def _by_superclass(primary: Definition) -> str:
    written = constant(primary.superclass)
    if primary.kind == "module" or written is None:
        return ""
    name = written.removeprefix("::")
    last = name.rsplit("::", 1)[-1]
    return _BASES.get(name) or (_BASES.get(last, "") if last.startswith("Application") else "")


def _by_mixins(file: RubyFile, primary: Definition) -> str:
    for call in file.named("include", "extend"):
        if call.context.owner == primary.name and not call.context.member and call.receiver is None:
            for argument in call.args:
                name = (constant(argument) or "").removeprefix("::")
                if call.method == "include" and name in _MIXINS:
                    return _MIXINS[name]
                if call.method == "extend" and name == "ActiveSupport::Concern" and primary.kind == "module":
                    return "concern"
    return ""
