"""What one file defines, and how broken or odd files are read."""

from __future__ import annotations

import pytest
from support import App


def names(source: str | bytes, path: str = "app/models/thing.rb", attribute: str = "constants") -> list[str]:
    """Constants of one file, the one it is about first."""
    return [fact["name"] if isinstance(fact, dict) else fact for fact in App({path: source}).facts(path, attribute)]


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("app/models/a/b/c.rb", "class A::B::C; end", ["A::B::C"]),
        ("app/models/a/b/c.rb", "module A; module B; class C; end; end; end", ["A::B::C"]),
        ("app/models/invoice.rb", "Other = Class.new(StandardError)\nclass Invoice; end", ["Invoice", "Other"]),
        ("app/models/invoice.rb", "class Invoice; class Line; end; end", ["Invoice", "Invoice::Line"]),
        ("app/models/line.rb", "class Invoice; class Line; end; end", ["Invoice::Line"]),
        ("app/models/point.rb", "Point = Data.define(:x) do\n def y = 1\nend", ["Point"]),
        ("app/models/x.rb", "module M\n  LIMIT = 3\n  class X; end\nend", ["M::X", "M"]),
        ("lib/shop/version.rb", 'module Shop\n  VERSION = "1"\nend', ["Shop::VERSION", "Shop"]),
        ("app/models/parser.rb", "module A; Parser = B::Parser; end", ["A::Parser", "A"]),
        ("app/models/x.rb", "class ::Top; end\nmodule A; class ::Y; end; end", ["Top", "Y"]),
        ("app/models/x.rb", "class << self; end\nx = Class.new { }", []),
    ],
)
def test_constants(path: str, source: str, expected: list[str]) -> None:
    assert names(source, path) == expected


def test_namespaces_and_values_are_apart() -> None:
    source = "module A\n  module B\n    class Thing\n      LIMIT = 3\n    end\n  end\nend\n"
    assert names(source) == ["A::B::Thing"]
    assert names(source, attribute="opened_namespaces") == ["A", "A::B"]
    assert names(source, attribute="value_constants") == ["A::B::Thing::LIMIT"]


def test_methods_and_what_is_public() -> None:
    source = """
class Thing
  def self.build = new
  def initialize; end
  def shown; end
  private
  def hidden; end
  class Inner; def deep; end; end
end
"""
    app = App(
        {
            "app/models/thing.rb": source,
            "app/services/thing.rb": source,
            "app/services/call.rb": "class Call; def go; end; end",
        }
    )
    assert app.facts("app/models/thing.rb", "public_methods") == ["self.build", "shown"]
    assert app.facts("app/services/thing.rb", "entry_points") == ["self.build"]
    assert app.facts("app/services/call.rb", "entry_points") == ["go"]


def test_the_superclass_as_written() -> None:
    app = App({"app/models/thing.rb": "class Thing < Struct.new(:a)\nend", "app/models/x.rb": "class X <  A::B; end"})
    assert app.facts("app/models/thing.rb", "superclass") == ["Struct.new(:a)"]
    assert app.facts("app/models/x.rb", "superclass") == ["A::B"]


def test_raised_errors() -> None:
    source = (
        'class A\n def x\n  raise Missing, "a"\n  raise Gone.new(1)\n  raise "text"\n  fail Other unless y\n end\nend'
    )
    assert App({"app/services/a.rb": source}).facts("app/services/a.rb", "raised_errors") == [
        "Missing",
        "Gone",
        "Other",
    ]


class TestBrokenFiles:
    """S1 to S5 of the hard cases: what can be read is read, what cannot is said."""

    def test_a_class_without_its_end_is_recovered(self) -> None:
        source = "class First < Base\n  def a\n    Used.call\n  end\n\nclass Second\nend\n"
        app = App({"app/models/first.rb": source, "app/models/used.rb": "class Used; end"})
        assert [c["name"] for c in app.facts("app/models/first.rb", "constants")] == ["First", "Second"]
        assert app.problems() == {("app/models/first.rb", "degraded")}
        assert app.arrows("invokes_model") == {"first -> used"}

    def test_conflict_markers_do_not_lose_the_file(self) -> None:
        source = "class First\n<<<<<<< HEAD\n  def a = Used.x\n=======\n  def b = 1\n>>>>>>> other\nend\n"
        app = App({"app/models/first.rb": source, "app/models/used.rb": "class Used; end"})
        assert app.facts("app/models/first.rb", "constants")[0]["name"] == "First"
        assert app.problems() == {("app/models/first.rb", "degraded")}

    def test_endless_methods_with_commands_are_whole(self) -> None:
        source = 'class First\n  def a = raise "no"\n  def b = Used.call\nend\n'
        app = App({"app/models/first.rb": source, "app/models/used.rb": "class Used; end"})
        assert app.problems() == set()
        assert app.arrows("invokes_model") == {"first -> used"}

    def test_nested_heredocs_do_not_swallow_what_follows(self) -> None:
        source = (
            "class First\n  def a\n    x = <<~A\n      #{<<~B}\n        Fake.call\n      B\n    A\n"
            "    Used.call\n  end\nend\nclass Last; end\n"
        )
        app = App(
            {
                "app/models/first.rb": source,
                "app/models/used.rb": "class Used; end",
                "app/models/fake.rb": "class Fake; end",
            }
        )
        assert app.arrows("invokes_model") == {"first -> used"}
        assert [c["name"] for c in app.facts("app/models/first.rb", "constants")] == ["First", "Last"]

    def test_a_heredoc_that_never_ends_is_said(self) -> None:
        assert App({"app/models/first.rb": "class First\n  A = <<~X\n  text\nend\n"}).problems() == {
            ("app/models/first.rb", "degraded")
        }

    def test_heredoc_text_is_no_code_and_interpolation_is(self) -> None:
        source = (
            "class First\n  def a = <<~SQL\n    Fake.all #{Used.all}\n  SQL\n"
            "  def b = <<~'RAW'\n    #{Fake.x}\n  RAW\nend\n"
        )
        app = App(
            {
                "app/models/first.rb": source,
                "app/models/used.rb": "class Used; end",
                "app/models/fake.rb": "class Fake; end",
            }
        )
        assert app.arrows("invokes_model") == {"first -> used"}

    @pytest.mark.parametrize(
        "data",
        [
            b"\xef\xbb\xbfclass Thing\r\nend\r\n",
            "# Gr\u00fc\u00dfe\nclass Thing; end\n".encode("latin-1"),
            b"# encoding: iso-8859-1\nclass Thing\n  NAME = 'caf\xe9'\nend\n",
            b"class Thing; end\n__END__\nclass Not; end\n",
            b"=begin\nclass Not; end\n=end\nclass Thing; end\n",
        ],
    )
    def test_encodings_and_comments(self, data: bytes) -> None:
        assert names(data) == ["Thing"]

    def test_binary_content_is_said(self) -> None:
        app = App({"app/models/thing.rb": "class Thing; end".encode("utf-16")})
        assert app.problems() == {("app/models/thing.rb", "binary")}
