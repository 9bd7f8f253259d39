/** What a model may ask of files and tables: read in the run's kernel. */
import { z } from 'zod';
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { DataReader } from '../../model/model.ts';
import { FileFormat } from '../../protocol/tables/file-format.ts';
import { FileHead } from '../../protocol/tables/file-head.ts';
import { TableFacts } from '../../protocol/tables/table-facts.ts';

/** Undefined in a language that has no tables. */
export function createDataReader(kernel: Kernel): DataReader | undefined {
  const { data } = findLanguage(kernel);
  if (!data) return undefined;
  // What code in the kernel answers is not to be trusted with a form of its own.
  return {
    findFormat: async (file) => FileFormat.safeParse(await data.findFormat(kernel, file)).data ?? null,
    describeHead: async (file) => FileHead.safeParse(await data.describeHead(kernel, file)).data ?? null,
    describeTables: async (names) =>
      z.array(TableFacts).safeParse(await data.describeTables(kernel, names)).data ?? null,
  };
}
