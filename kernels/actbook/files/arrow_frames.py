"""What Arrow read, as a frame of pandas."""

from __future__ import annotations

import re
from typing import Any


def to_frame(table: Any) -> Any:
    """With types that hold missing values, so that whole numbers stay whole."""
    import pandas
    import pyarrow.types as types

    whole = {
        str(kind): getattr(pandas, f"{name}Dtype")()
        for kind, name in (
            *((f"int{bits}", f"Int{bits}") for bits in (8, 16, 32, 64)),
            *((f"uint{bits}", f"UInt{bits}") for bits in (8, 16, 32, 64)),
            ("bool", "Boolean"),
        )
    }

    def find_type(kind: Any) -> Any:
        if types.is_nested(kind) or types.is_decimal(kind) or types.is_date(kind) or types.is_time(kind):
            return pandas.ArrowDtype(kind)
        return whole.get(str(kind))

    return table.to_pandas(types_mapper=find_type)


def name_type(dtype: str) -> str:
    """As the file has it: that whole numbers may be missing here is not of the file."""
    plain = dtype.removesuffix("[pyarrow]")
    return "bool" if plain == "boolean" else re.sub(r"^U?Int(?=\d)", lambda found: found[0].lower(), plain)
