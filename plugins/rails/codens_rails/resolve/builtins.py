"""Constants of Ruby, its standard library and Rails: an application may open them again but never defines them."""

from __future__ import annotations

RUBY = frozenset(
    """
    Array BasicObject Base64 Benchmark BigDecimal Binding CGI Class Comparable Complex CSV Data Date DateTime
    Delegator DelegateClass Dir Digest Encoding Enumerable Enumerator ERB Errno Etc Exception FalseClass Fiber File
    FileTest FileUtils Find Float Forwardable GC Hash IO IPAddr Integer Interrupt JSON Kernel LoadError Logger
    Marshal MatchData Math Method Module Monitor Mutex NameError Net NilClass NoMethodError NotImplementedError
    Numeric Object ObjectSpace Observable Open3 OpenSSL OpenStruct OptionParser Pathname PP Proc Process PStore
    Psych Queue RUBY_VERSION Ractor Random Range RangeError Rational Ripper Regexp RegexpError REXML RuntimeError
    ScriptError SecureRandom SecurityError Set Shellwords Signal SignalException SimpleDelegator Singleton
    SingleForwardable SizedQueue Socket StandardError StopIteration String StringIO StringScanner Struct Symbol
    SyntaxError SystemCallError SystemExit TCPSocket Tempfile Thread ThreadError Time Timeout TracePoint TrueClass
    TypeError UDPSocket UnboundMethod UncaughtThrowError URI WeakRef YAML Zlib ArgumentError EncodingError EOFError
    FiberError FloatDomainError FrozenError IOError IndexError KeyError LocalJumpError NoMatchingPatternError
    ZeroDivisionError ARGV ENV STDIN STDOUT STDERR RUBY_PLATFORM RUBY_ENGINE RUBYOPT TOPLEVEL_BINDING
    ConditionVariable
    """.split()
)

_RAILS = frozenset(
    """
    ActiveRecord::Base ActiveRecord::Relation ActiveRecord::Migration ActiveRecord::Schema ActiveRecord::Associations
    ActiveRecord::Associations::CollectionProxy ActiveRecord::ConnectionAdapters::PostgreSQLAdapter
    ActiveRecord::ConnectionAdapters::AbstractAdapter ActiveSupport::TestCase ActiveSupport::Concern
    ActiveSupport::TimeWithZone ActiveSupport::Duration ActiveSupport::TimeZone ActiveSupport::SafeBuffer
    ActiveSupport::Inflector ActionController::Base ActionController::API ActionController::Metal
    ActionController::Parameters ActionController::TestCase ActionController::TestRequest ActionDispatch::Request
    ActionDispatch::IntegrationTest ActionDispatch::SystemTestCase ActionDispatch::Integration::Session
    ActionMailer::Base ActionMailer::TestCase ActionMailer::Preview ActionMailer::MessageDelivery ActionView::Base
    ActionView::TestCase ActionView::Helpers ActionView::Helpers::FormBuilder ActiveJob::Base ActiveJob::TestCase
    ActiveModel::Errors ActiveModel::Error ActiveModel::Validator ActiveModel::EachValidator ActiveModel::Name
    ActiveModel::Serializer ActiveStorage::Attachment ActiveStorage::Blob ActiveStorage::Attached::One
    ActiveStorage::Attached::Many ActionText::RichText ActionText::Content
    Rails Rails::Application Rails::Engine Rails::Generators::Base Rails::Console Minitest::Test Minitest::Spec
    """.split()
)


def is_outside(name: str) -> bool:
    """Whether a full name belongs to Ruby or Rails, so that a file which opens it only adds to it."""
    return name in RUBY or name in _RAILS
