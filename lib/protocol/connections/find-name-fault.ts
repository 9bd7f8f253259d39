/** Which names a connection can have. Its module in the kernel has the same name. */
import { isTakenInPython } from '../../util/is-taken-in-python.ts';

const PATTERN = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;

/** Words of some statements, and the usual name of a frame. */
const TAKEN_HERE: readonly string[] = ['match', 'case', 'df'];

/** What is wrong with the name, without a final period; null if it can be used. */
export function findNameFault(name: string): string | null {
  if (!PATTERN.test(name))
    return `“${name.slice(0, 60)}” is not a name that code can use: take up to 60 letters, digits, and underscores, with a letter first`;
  return isTakenInPython(name) || TAKEN_HERE.includes(name)
    ? `“${name}” means something else in Python: take another name`
    : null;
}
