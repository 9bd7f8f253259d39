"""GeoJSON: a row for each feature, with its properties, and the kind and place of its geometry."""

from __future__ import annotations

from typing import Any

POINT = ("longitude", "latitude")


def is_collection(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and data.get("type") == "FeatureCollection"
        and isinstance(data.get("features"), list)
        and all(
            isinstance(each, dict) and not isinstance(each.get("properties"), list)
            for each in data["features"]
        )
    )


def list_extras(features: list[dict[str, Any]]) -> list[str]:
    """What becomes a column beside the properties: nothing that is called like one of them."""
    named = {name for each in features for name in each.get("properties") or {}}
    shapes = [each.get("geometry") or {} for each in features]
    is_of_points = all(
        shape == {} or (shape.get("type") == "Point" and len(shape.get("coordinates") or []) > 1)
        for shape in shapes
    )
    found = [
        *(["id"] if any(each.get("id") is not None for each in features) else []),
        *(["geometry"] if any(shapes) else []),
        *(POINT if any(shapes) and is_of_points else ()),
    ]
    return [name for name in found if name not in named]


def to_frame(features: list[dict[str, Any]], extras: list[str]) -> Any:
    """As the cell of the analyst does it."""
    import pandas

    frame = pandas.json_normalize([each.get("properties") or {} for each in features])
    shapes = [each.get("geometry") or {} for each in features]
    places = [shape.get("coordinates") or [None, None] for shape in shapes]
    columns = {
        "id": lambda: [each.get("id") for each in features],
        "geometry": lambda: [shape.get("type") for shape in shapes],
        "longitude": lambda: [place[0] for place in places],
        "latitude": lambda: [place[1] for place in places],
    }
    return frame.assign(**{name: columns[name]() for name in extras})
