"""An Arrow file that is written batch by batch, and whose types grow where a later batch needs it.

Many databases do not say how exact or how large the values of a column become. What was written is then cast and written
once more: it is read only from a file that nobody else can reach.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from typing import Any

import pyarrow as pa

from connections.arrow_types import widen
from connections.problem import Problem

BUFFER_BYTES = 1024**2
CANNOT_CAST = (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError)


class GrowingFile:
    """``create`` gives a descriptor of a new, empty file. Use it in a ``with`` statement."""

    def __init__(self, create: Callable[[], int]) -> None:
        self.create = create
        self.rows = 0
        self.schema: Any = None

    def __enter__(self) -> GrowingFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self.schema is not None:
            self.file.close()

    def add(self, batch: Any) -> None:
        """Throws a Problem if no type holds the values of a column."""
        if self.schema is None:
            self.open(batch.schema)
        if batch.schema.types != self.schema.types:
            batch = self.grow(batch)
        self.writer.write_batch(batch)
        self.rows += batch.num_rows

    def count_bytes(self) -> int:
        return self.file.tell() if self.schema is not None else 0

    def complete(self) -> int:
        """The descriptor of the complete file; it is closed with this object."""
        self.writer.close()
        self.file.flush()
        return self.file.fileno()

    def open(self, schema: Any) -> None:
        self.schema = schema
        self.file: Any = os.fdopen(self.create(), "w+b", buffering=BUFFER_BYTES)
        self.writer: Any = pa.ipc.new_file(self.file, schema)

    def grow(self, batch: Any) -> Any:
        options = [widen(a, b) for a, b in zip(self.schema.types, batch.schema.types, strict=True)]
        for level in range(max(map(len, options))):
            types = [kinds[min(level, len(kinds) - 1)] for kinds in options]
            schema = pa.schema([field.with_type(kind) for field, kind in zip(self.schema, types, strict=True)])
            try:
                fitting = cast_batch(batch, schema)
                if types != self.schema.types:
                    self.rewrite(schema)
                return fitting
            except CANNOT_CAST:
                continue
        names = [name for name, kinds in zip(self.schema.names, options, strict=True) if len(kinds) > 1]
        raise Problem("sql", f"The values of {', '.join(names)} are of different types. Cast them to one in the query.")

    def rewrite(self, schema: Any) -> None:
        """Throws what casting throws, and then can be called again."""
        before, was = self.file, self.schema
        if self.writer:
            self.writer.close()
            before.flush()
        try:
            self.open(schema)
            for number in range((reader := pa.ipc.open_file(io.FileIO(before.fileno(), closefd=False))).num_record_batches):
                self.writer.write_batch(cast_batch(reader.get_batch(number), schema))
        except CANNOT_CAST:
            # The batches that are there are tried again with other types.
            self.file.close()
            self.file, self.schema, self.writer = before, was, None
            raise
        before.close()


def cast_batch(batch: Any, schema: Any) -> Any:
    arrays = [cast(array, kind) for array, kind in zip(batch.columns, schema.types, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def cast(array: Any, kind: Any) -> Any:
    return array if array.type == kind else array.cast(kind)
