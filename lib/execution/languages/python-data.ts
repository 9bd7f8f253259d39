/** What a Python kernel can tell of files and tables. */
import type { DataReaders } from './language.ts';
import { callPython } from './python-package.ts';

export const PYTHON_DATA: DataReaders = {
  findFormat: (kernel, file) => callPython(kernel, 'file_formats.find_format', { file }),
  describeHead: (kernel, file) => callPython(kernel, 'file_heads.describe_head', { file }),
  findOverlaps: (kernel, files) => callPython(kernel, 'key_overlaps.find_overlaps', { files }),
  describeTables: (kernel, names) => callPython(kernel, 'table_facts.describe_tables', { names }),
};
