import { readdir } from 'node:fs/promises';

/** What is in a folder of workspaces, without the empty folders that boxes keep for branches. */
export async function listWorkspaces(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.branches-'));
}
