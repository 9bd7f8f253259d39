/** Asks a Python kernel what code has defined. */
import { MAX_NAME_LENGTH, MAX_NAMES } from '../../protocol/kernel-name.ts';

/**
 * Runs in a namespace of its own, where no name of the person's shadows a builtin, and calls nothing that the
 * person's classes could have defined: types are told apart by identity, named by `type` itself, and sizes asked
 * only of well-known classes. As `%who`, it leaves out what IPython itself put there, and private names. pandas takes
 * milliseconds to add up what a frame takes, its blocks microseconds.
 */
const SOURCE = `
import base64, json, sys
from IPython import get_ipython

class_name = type.__dict__["__name__"].__get__
sized = (list, tuple, dict, set, frozenset)
tables = (("pandas", "DataFrame"), ("pandas", "Series"), ("numpy", "ndarray"), ("polars", "DataFrame"))
hidden = get_ipython().user_ns_hidden
absent = object()

def find_class(module, name):
    found = sys.modules.get(module)
    return found.__dict__.get(name, absent) if type(found) is type(sys) else absent

def measure(value, kind):
    if any(kind is each for each in sized):
        return {"shape": [len(value)]}
    if any(kind is find_class(*each) for each in tables):
        return {"shape": [int(size) for size in value.shape], **weigh(value)}
    return {}

def weigh(value):
    try:
        if hasattr(value, "nbytes"):
            return {"bytes": int(value.nbytes)}
        if hasattr(value, "estimated_size"):
            return {"bytes": int(value.estimated_size())}
        return {"bytes": sum(int(block.values.nbytes) for block in value._mgr.blocks)}
    except Exception:
        return {}

def tell(value, kind):
    is_short = kind is bool or kind is float or (kind is int and value.bit_length() <= 128)
    return {"value": repr(value)} if is_short else {}

def describe(name, value):
    kind = type(value)
    label = class_name(kind)
    return {"name": name, "type": label[:${MAX_NAME_LENGTH}] if label.isidentifier() else "object", **measure(value, kind), **tell(value, kind)}

def is_own(name, value):
    is_name = type(name) is str and name.isidentifier() and len(name) <= ${MAX_NAME_LENGTH}
    return is_name and not name.startswith("_") and hidden.get(name, absent) is not value

names = [(name, value) for name, value in list(get_ipython().user_ns.items()) if is_own(name, value)]
described = [describe(name, value) for name, value in names[-${MAX_NAMES}:]]
result = base64.b64encode(json.dumps(described).encode()).decode()
`;

/** JSON strings are Python literals. */
export const LIST_NAMES = `(lambda names: (__import__("builtins").exec(${JSON.stringify(SOURCE)}, names), names["result"])[1])({})`;
