"""Templates and hard Ruby become source that the grammar reads, at the same positions."""

from __future__ import annotations

import pytest
import tree_sitter
import tree_sitter_ruby
from codens_rails.ruby import erb, haml, repairs, slim
from codens_rails.ruby.walk import walk

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_ruby.language()))
MASKS = {"ruby": repairs.mask, "erb": erb.mask, "haml": haml.mask, "slim": slim.mask}

CALLS = [
    # language, source, methods called in order; `!x` is a method that must not be found
    ("erb", "<% if a %><%= link_to 1 %><% else %><%# nope 1 %><% end %>", "link_to !nope"),
    ("erb", "<% items.each do |x| %>\n<%= render x -%>\n<% end %>", "each render"),
    ("erb", "<%% nope 1 %><!-- <%= shown 1 %> -->", "shown !nope"),
    ("haml", "- if user.admin?\n  = link_to 'a', b_path\n- else\n  = foo 1", "admin? link_to foo"),
    ("haml", "%p.big{title: name(1), data: {a: b(2)}}= t '.x'", "name b t"),
    ("haml", "%a(href=root_path(1) title='x')= t '.x'", "root_path t"),
    ("haml", "- items.each do |x| # comment\n  %li= render x, a: 1,\n    b: c(2)\n%p= bar 1", "each render c bar"),
    ("haml", "-# = nope 1\n  = nope 2\n= yes 1", "yes !nope"),
    ("haml", "%p Hello #{name 1} and \\#{nope 1}\nplain #{other 2}", "name other !nope"),
    ("haml", ":javascript\n  nope(1); #{yes 1}\n:ruby\n  x = yes 2\n= last 3", "yes last !nope"),
    ("haml", "#main.a\n  = form_for @x do |f|\n    = f.field :a\n!= raw 1", "form_for field raw"),
    ("haml", "= render partial: 'x', |\n  locals: a(1)  |\n= last 1", "render a last"),
    ("slim", "- if a?\n  p = foo 1\n- else\n  == bar 2", "foo bar"),
    ("slim", 'a.big href=root_path(1) class="x #{y 2}" title=t(".z") = name 3', "root_path y t name"),
    ("slim", "/ = nope 1\n  = nope 2\n| text = nope #{yes 1}\n  nope 3\np: a = foo 1", "yes foo !nope"),
    (
        "slim",
        "javascript:\n  nope(1) #{yes 1}\nruby:\n  x = yes 2\nli.a[data-x=foo(1)] text #{bar 1}",
        "yes foo bar !nope",
    ),
    ("slim", "= form_for x do |f|\n  = f.field :a,\n    b: c(1)\ndoctype html\np nope(1)", "form_for field c !nope"),
    ("ruby", 'class A\n  def x = raise "no"\n  def y; foo 1; end\nend', "raise foo"),
    ("ruby", "class A\n  def show = render :edit, status: code(1)\nend", "render code"),
    ("ruby", "class A\n  def a? = b && (c >= d(1))\n  def e = f - 1\nend", "d"),
    ("ruby", "x = <<~A\n  #{<<~B}\n    Fake.call\n  B\nA\nReal.run", "run !call"),
    ("ruby", "f(<<~A, <<~B)\n  nope(1)\nA\n  #{yes 1}\nB\nlast 1", "f yes last !nope"),
    ("ruby", "x = <<~'A'\n  #{nope 1}\nA\nyes 1\n__END__\nnope 1", "yes !nope"),
    ("ruby", "=begin\nnope 1\n=end\n# nope 1\nx = %q(nope 1)\nyes 1", "yes !nope"),
]


@pytest.mark.parametrize(("language", "source", "expected"), CALLS)
def test_calls_of_masked_source(language: str, source: str, expected: str) -> None:
    masked = MASKS[language](source.encode())
    assert [len(line) for line in masked.split(b"\n")] == [len(line) for line in source.encode().split(b"\n")]
    tree = PARSER.parse(masked)
    assert not tree.root_node.has_error
    found = [call.method for call in sorted(walk(tree).calls, key=lambda call: call.node.start_byte)]
    wanted = [name for name in expected.split() if not name.startswith("!")]
    assert list(dict.fromkeys(name for name in found if name in wanted)) == wanted
    assert not {f"!{name}" for name in found} & set(expected.split())


METHODS = [
    ('class A\n  def x = raise "no"\n  def self.y? = find :a\n  def z! = go [1]\nend', "x y? z!"),
    ("class A\n  def x(a) = a ? b : c\n  private def y(a, b) = go a, b\nend", "x y"),
]


@pytest.mark.parametrize(("source", "expected"), METHODS)
def test_endless_methods_with_commands_keep_name_and_owner(source: str, expected: str) -> None:
    found = walk(PARSER.parse(repairs.mask(source.encode()))).methods
    assert [(method.owner, method.name) for method in found] == [("A", name) for name in expected.split()]
    assert [method.name for method in found if method.singleton] == [n for n in expected.split() if n == "y?"]


def test_nested_heredocs_are_told() -> None:
    assert repairs.nested_heredocs(b"a\nx = <<~A\n  #{<<~B}\n    b\n  B\nA\n") == [3]
    assert repairs.nested_heredocs(b'x = "#{[] <<~B}"\nf(<<~A, <<~B)\nA\nB\n') == []
