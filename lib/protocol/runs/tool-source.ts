/** Functions that the user gives, as source in the kernel's language. */
import { z } from 'zod';

const MAX_SOURCE_LENGTH = 200_000;
const TOO_LONG = 'The tools are longer than 200,000 characters';
/** `prices`, or `shop.prices` for a module in a package. */
const MODULE_NAME = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** Python modules by name. A package is the module of its `__init__.py`. */
export const ToolModules = z.strictObject({
  modules: z
    .record(
      z.string().max(100).regex(MODULE_NAME, 'A module of tools has a name that Python cannot import'),
      z.string(),
    )
    .refine(isModest, TOO_LONG),
});
export type ToolModules = z.infer<typeof ToolModules>;

/** Source that is defined in the kernel as it is, or modules that code can import. */
export const ToolSource = z.union([z.string().max(MAX_SOURCE_LENGTH, TOO_LONG), ToolModules]);
export type ToolSource = z.infer<typeof ToolSource>;

function isModest(modules: Record<string, string>): boolean {
  return Object.values(modules).reduce((sum, source) => sum + source.length, 0) <= MAX_SOURCE_LENGTH;
}
