"""Constants of Ruby itself and its standard library: naming one is no reference to anything unknown."""

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
