import type { JupyterLink } from './jupyter-link.ts';

/** Silent code that changes to a folder if it is there, by the kernelspec's language. `path` is a JSON string. */
const ENTER: Record<string, (path: string) => string> = {
  // Runs as an expression, and so leaves no name behind.
  python: (path) => `(lambda os: os.path.isdir(${path}) and os.chdir(${path}))(__import__("os"))`,
  r: (path) => `if (dir.exists(${path})) setwd(${path})`,
  typescript: (path) => `try { Deno.chdir(${path}) } catch {}`,
};

/**
 * Changes a kernel on a foreign server to the workspace, where that server has it too (same machine or a shared disk).
 * Kernels of other languages stay where their server starts them.
 */
export async function enterWorkspace(link: JupyterLink, language: string, workspace: string): Promise<void> {
  const code = ENTER[language.toLowerCase()]?.(JSON.stringify(workspace));
  if (code !== undefined) await link.execute({ code, silent: true }).ended;
}
