"""Prose that people wrote about a change, without the furniture of templates: what search reads and answers quote."""

from __future__ import annotations

import re

_NOISE = re.compile(
    r"<!--.*?-->|```.*?```|~~~.*?~~~|<details>.*?</details>|!\[[^\]]*\]\([^)]*\)|<[^<>\n]{1,300}>", re.DOTALL
)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_URL = re.compile(r"https?://\S+")
_TRAILER = re.compile(r"[A-Z][\w-]*(-by|-By): .*|Change-Id: .*|git-svn-id: .*|This reverts commit .*")
_FURNITURE = re.compile(r"#{1,6} .*|[-*+] ?\[[ xX]\].*|\|.*|[-=*_~ ]{3,}|>.*|\*\*[^*]+\*\*:?|---+.*")
_BULLET = re.compile(r"^(?:[-*+•]|\d+[.)])\s+")
_REFERENCE = re.compile(r"(?i)\b(?:clos|fix|resolv)(?:e|es|ed)?:?\s+(?:[\w./-]*#\d+|GH-\d+)(?:\s*(?:,|and)\s*#\d+)*\.?")
_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z\"'(`\d])")
_ABBREVIATED = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|St|Mr|Mrs|Dr)\.|\b[A-Z]\.)$")


def prose(body: str) -> str:
    """The paragraphs of a pull request's description that say something, one a line."""
    text = _URL.sub(" ", _LINK.sub(r"\1", _NOISE.sub("\n", body.replace("\r", ""))))
    paragraphs: list[str] = []
    open_paragraph = False
    for line in text.split("\n"):
        plain = _REFERENCE.sub("", line).strip()
        if not plain or _FURNITURE.fullmatch(plain) or _TRAILER.fullmatch(plain):
            open_paragraph = False
            continue
        item = _BULLET.sub("", plain)
        if open_paragraph and item == plain:
            paragraphs[-1] += " " + plain
        else:
            paragraphs.append(item)
        open_paragraph = True
    return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if re.search(r"\w\w", paragraph))


def sentences(text: str) -> list[str]:
    """Sentences of prose; a line is never joined with the next one."""
    found: list[str] = []
    for line in text.split("\n"):
        whole = ""
        for part in _SENTENCE.split(line):
            whole = f"{whole} {part}".strip()
            if not _ABBREVIATED.search(whole):
                found.append(whole)
                whole = ""
        if whole:
            found.append(whole)
    return [sentence for sentence in found if sentence]


def opening(text: str, most: int = 2, characters: int = 240) -> str:
    """The first sentences of prose: at most `most` of them and about `characters` letters, whole words."""
    taken = ""
    for sentence in sentences(text)[:most]:
        joined = f"{taken} {sentence}".strip()
        if taken and len(joined) > characters:
            break
        taken = joined
    return taken if len(taken) <= characters else taken[:characters].rsplit(" ", 1)[0].rstrip(",;:") + " …"
