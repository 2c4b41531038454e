"""What static facts depend on besides the repository: when it changes, they are read anew."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from codens_core.build.places import Root
from codens_core.memory.schema import VERSION
from codens_core.plugin.manager import Plugins


def fingerprint(
    plugins: Plugins, roots: Sequence[Root], extra: Mapping[str, Sequence[str]], exclude: Sequence[str]
) -> str:
    """A digest of plugin versions, schemas, cue files, applications and the project's own patterns."""
    digest = hashlib.sha256(f"facts {VERSION}".encode())
    digest.update(repr((sorted(plugins.versions().items()), sorted(map(repr, roots)))).encode())
    digest.update(repr((sorted((k, tuple(v)) for k, v in extra.items()), tuple(exclude))).encode())
    for framework in sorted({root.framework for root in roots}):
        digest.update(plugins.schema(framework).model_dump_json().encode())
        for folder in plugins.cues(framework):
            for file in sorted(folder.glob("*.yaml")):
                digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:32]
