import { isPythonKeyword } from './is-python-name.ts';

/** Functions and classes of the module `builtins`, the modules and short names that analyses import, and functions of Actbook. */
const TAKEN = new Set(
  [
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict',
    'dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int',
    'isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range',
    'repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip display exit quit',
    'ArithmeticError AssertionError AttributeError BaseException Exception ImportError IndexError KeyError KeyboardInterrupt',
    'LookupError MemoryError NameError NotImplemented NotImplementedError OSError OverflowError RuntimeError StopIteration',
    'SystemExit TimeoutError TypeError ValueError Warning ZeroDivisionError',
    'pandas numpy matplotlib scipy seaborn sklearn plotly altair duckdb polars pyarrow pd np plt sns px alt pl pa',
    'datetime json math os random re sys time actbook add_packages outputs',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a variable with this name would hide what Python, an analysis, or Actbook means by it. */
export function isTakenInPython(name: string): boolean {
  return isPythonKeyword(name) || TAKEN.has(name);
}
