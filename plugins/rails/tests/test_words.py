"""Words of files for search: what people wrote for people, and nothing else."""

from __future__ import annotations

import pytest
from support import plugins

from codens_core.syntax.reader import Reader

ERB = """<h1 class="big">Your orders</h1>
<%= link_to "Nope", x_path %> <p>Pay <b>within</b> a week &amp; save</p>
<input type="text" placeholder="Search orders">
<script>var nope = "hidden words";</script><style>.a { color: red }</style>
<!-- hidden comment --><%# hidden comment %>{{ angular.words }} 12 | ab
"""
HAML = """%h1.big Your orders
= link_to "Nope", x_path
- nope = 1
%p= t ".nope"
Pay within a week
:css
  .hidden { color: red }
%a{ href: "/nope" } All orders
-# hidden comment
"""
SLIM = """h1.big Your orders
= link_to "Nope", x_path
css:
  .hidden { color: red }
p = t ".nope"
| Pay within a week
a href="/nope" All orders
/ hidden comment
"""
RUBY = """# frozen_string_literal: true

# == Schema Information
#
#  id    :bigint  not null
# name :string
#
# Charges the card of a buyer.
# rubocop:disable Style/X
class Order
  # user.save!
  # def old; end
  # @return [String]
  # refunds are booked by night
  NOTE = "# no comment inside strings"
  TEXT = <<~T
    # nor in heredocs
  T
end
"""
SPEC = """# helper comment words
RSpec.describe Order do
  describe "refunds" do
    it "gives the money back" do
    end
    it { expect(1).to eq 1 }
  end
end
"""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(plugins(), "rails")


@pytest.mark.parametrize(
    ("path", "kind", "source", "expected"),
    [
        (
            "app/views/orders/index.html.erb",
            "view",
            ERB,
            ["Your orders", "Pay", "within", "a week", "save", "Search orders"],
        ),
        ("app/views/orders/index.html.haml", "view", HAML, ["Your orders", "Pay within a week", "All orders"]),
        ("app/views/orders/index.html.slim", "view", SLIM, ["Your orders", "Pay within a week", "All orders"]),
        (
            "app/models/order.rb",
            "model",
            RUBY,
            ["Charges the card of a buyer.", "refunds are booked by night"],
        ),
        (
            "spec/models/order_spec.rb",
            "spec",
            SPEC,
            ["refunds", "gives the money back", "helper comment words"],
        ),
        ("app/models/plain.rb", "model", "class Plain\nend\n", []),
    ],
)
def test_words_of_a_file(reader: Reader, path: str, kind: str, source: str, expected: list[str]) -> None:
    words = reader.read(path, source.encode(), kind).words
    assert [word for word in words.split("\n") if word] == expected


def test_words_are_capped(reader: Reader) -> None:
    source = "\n".join(f"# sentence number {number} of a long story" for number in range(1000))
    assert len(reader.read("lib/a.rb", source.encode(), "library").words) < 5_000
