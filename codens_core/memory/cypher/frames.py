"""Messages between host and worker: a length of eight bytes, then the content."""

from __future__ import annotations

import os
import struct

_LENGTH = struct.Struct(">Q")
_PIECE = 1 << 20


class ChannelClosedError(Exception):
    """The other side is gone."""


def write_frame(descriptor: int, content: bytes) -> None:
    """Send one message. Raises ChannelClosedError when nobody reads any more."""
    rest = memoryview(_LENGTH.pack(len(content)) + content)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest[:_PIECE]) :]
    except OSError as error:
        raise ChannelClosedError from error


def read_frame(descriptor: int, limit: int) -> bytes:
    """Receive one message. Raises ChannelClosedError at its end, or when it would be longer than `limit` bytes."""
    (length,) = _LENGTH.unpack(_exactly(descriptor, _LENGTH.size))
    if length > limit:
        raise ChannelClosedError
    return _exactly(descriptor, length)


def _exactly(descriptor: int, count: int) -> bytes:
    pieces = []
    while count:
        try:
            piece = os.read(descriptor, min(count, _PIECE))
        except OSError as error:
            raise ChannelClosedError from error
        if not piece:
            raise ChannelClosedError
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
