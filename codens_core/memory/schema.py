"""Tables of the memory and the steps between versions. A newer file is refused, an older one is migrated."""

from __future__ import annotations

VERSION = 1

MIGRATIONS: dict[int, str] = {
    1: """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE pull_requests (
  ord INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, number INTEGER, kind TEXT NOT NULL, title TEXT NOT NULL,
  body TEXT NOT NULL, author TEXT NOT NULL, email TEXT NOT NULL, date TEXT NOT NULL, commit_id TEXT NOT NULL,
  parent_id TEXT NOT NULL, url TEXT NOT NULL, labels TEXT NOT NULL, extra TEXT NOT NULL);
CREATE INDEX pull_requests_commit ON pull_requests (commit_id);

-- facts: StoredFacts as JSON; closed: ordinal of the pull request that removed the file, NULL while it exists
CREATE TABLE components (
  key INTEGER PRIMARY KEY, node_id TEXT NOT NULL, type TEXT NOT NULL, path TEXT NOT NULL, framework TEXT NOT NULL,
  root TEXT NOT NULL, support INTEGER NOT NULL, commit_id TEXT NOT NULL, blob TEXT NOT NULL, closed INTEGER,
  facts TEXT NOT NULL, words TEXT NOT NULL);
CREATE INDEX components_path ON components (path);
CREATE INDEX components_node ON components (node_id);

-- every file of every pull request; component is NULL for files left out, reason then says why
CREATE TABLE files (
  ord INTEGER NOT NULL, path TEXT NOT NULL, old_path TEXT NOT NULL, status TEXT NOT NULL, old_oid TEXT NOT NULL,
  new_oid TEXT NOT NULL, mode INTEGER NOT NULL, component INTEGER, reason TEXT NOT NULL,
  PRIMARY KEY (ord, path, status)) WITHOUT ROWID;
CREATE INDEX files_component ON files (component, ord) WHERE component IS NOT NULL;

CREATE TABLE changes (
  component INTEGER NOT NULL, ord INTEGER NOT NULL, step INTEGER NOT NULL, attribute TEXT NOT NULL, kind TEXT NOT NULL,
  new TEXT, old TEXT, spans TEXT NOT NULL, PRIMARY KEY (component, ord, step)) WITHOUT ROWID;
CREATE INDEX changes_ord ON changes (ord);

CREATE TABLE relations (
  type TEXT NOT NULL, source INTEGER NOT NULL, target INTEGER NOT NULL, name TEXT NOT NULL, provenance TEXT NOT NULL,
  confidence REAL NOT NULL, attributes TEXT NOT NULL, evidence TEXT NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL, PRIMARY KEY (type, source, target, name)) WITHOUT ROWID;
CREATE INDEX relations_source ON relations (source);
CREATE INDEX relations_target ON relations (target);

CREATE TABLE unresolved (
  type TEXT NOT NULL, source INTEGER NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL, line INTEGER NOT NULL,
  PRIMARY KEY (type, source, name, reason, line)) WITHOUT ROWID;

CREATE TABLE derived (
  component INTEGER NOT NULL, attribute TEXT NOT NULL, position INTEGER NOT NULL, value TEXT NOT NULL,
  source INTEGER NOT NULL, since INTEGER NOT NULL, spans TEXT NOT NULL,
  PRIMARY KEY (component, attribute, position)) WITHOUT ROWID;

-- ord: the pull request at which it was found, -1 when it concerns the whole repository
CREATE TABLE problems (
  ord INTEGER NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL,
  hint TEXT NOT NULL, PRIMARY KEY (path, ord, line, code, message)) WITHOUT ROWID;

-- files of the head tree that are no components
CREATE TABLE left_out (path TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;

CREATE INDEX derived_attribute ON derived (attribute);

-- three voices, each ranked by itself: the code, what people wrote for people, and the history
CREATE VIRTUAL TABLE search_code USING fts5 (
  path, names, facts, tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE search_people USING fts5 (
  words, labels, examples, tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE search_history USING fts5 (
  titles, bodies, tokenize = "porter unicode61 remove_diacritics 2");
""",
}

TABLES = {
    "pull_requests": "ord",
    "components": "key",
    "files": "ord, path, status",
    "changes": "component, ord, step",
    "relations": "type, source, target, name",
    "unresolved": "type, source, name, reason, line",
    "derived": "component, attribute, position",
    "problems": "path, ord, line, code, message",
    "left_out": "path",
}
"""Tables of a dump with their order; search is rebuilt from them."""

SEARCH = {
    "search_code": ("path", "names", "facts"),
    "search_people": ("words", "labels", "examples"),
    "search_history": ("titles", "bodies"),
}
"""Full-text tables with their columns; `rowid` is the component's key."""
