"""The in-memory application that other tests stand on."""

from support import App


def test_reads_and_resolves_a_dictionary_of_files() -> None:
    app = App({"app/models/user.rb": "class User\nend\n", "db/migrate/1_x.rb": "class X\nend\n"})
    assert app.facts("app/models/user.rb", "constants") == [{"kind": "class", "name": "User"}]
    assert app.type_of("app/models/user.rb") == "model"
    assert app.snapshot.left_out == {"db/migrate/1_x.rb": "migration"}
    assert app.unresolved() == set() and app.problems() == set()
