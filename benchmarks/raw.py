"""Raw limits of one repository: what reading the same bytes costs with nothing of CODENS around it.

    python benchmarks/raw.py REPOSITORY [parse|replay]

`parse`  reads every Ruby file (and ERB template, masked) of the head tree from git, then times tree-sitter over them.
`replay` walks first-parent history, diffs each commit with rename detection, parses each distinct Ruby blob once.
"""

from __future__ import annotations

import json
import resource
import sys
import time

import pygit2
import tree_sitter
import tree_sitter_ruby
from codens_rails.ruby.erb import mask

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_ruby.language()))
RENAMES = pygit2.enums.DiffFind.FIND_RENAMES


def head_files(repo: pygit2.Repository) -> list[bytes]:
    found, stack = [], [repo.head.peel(pygit2.Tree)]
    while stack:
        for entry in stack.pop():
            if isinstance(entry, pygit2.Tree):
                stack.append(entry)
            elif isinstance(entry, pygit2.Blob) and entry.name.endswith((".rb", ".erb")):
                found.append(mask(entry.data) if entry.name.endswith(".erb") else entry.data)
    return found


def parse(repo: pygit2.Repository) -> dict[str, float]:
    files = head_files(repo)
    start = time.perf_counter()
    for data in files:
        PARSER.parse(data)
    return {"files": len(files), "megabytes": sum(map(len, files)) / 1e6, "seconds": time.perf_counter() - start}


def replay(repo: pygit2.Repository) -> dict[str, float]:
    walker = repo.walk(repo.head.target, pygit2.enums.SortMode.TOPOLOGICAL | pygit2.enums.SortMode.REVERSE)
    walker.simplify_first_parent()
    seen: set[str] = set()
    start, commits = time.perf_counter(), 0
    for commit in walker:
        commits += 1
        parent = commit.parents[0].tree if commit.parents else None
        diff = repo.diff(parent, commit.tree) if parent else commit.tree.diff_to_tree(swap=True)
        diff.find_similar(flags=RENAMES, rename_threshold=50, rename_limit=10_000)
        for delta in diff.deltas:
            oid = str(delta.new_file.id)
            if delta.new_file.path.endswith((".rb", ".erb")) and oid.strip("0") and oid not in seen:
                seen.add(oid)
                if oid in repo:
                    data = repo[oid].data
                    PARSER.parse(mask(data) if delta.new_file.path.endswith(".erb") else data)
    seconds = time.perf_counter() - start
    return {"commits": commits, "blobs": len(seen), "seconds": seconds, "commits_per_second": commits / seconds}


def main() -> None:
    repo = pygit2.Repository(sys.argv[1])
    what = sys.argv[2] if len(sys.argv) > 2 else "parse"
    result = {"parse": parse, "replay": replay}[what](repo)
    result["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"repository": sys.argv[1], "what": what, **result}))


if __name__ == "__main__":
    main()
