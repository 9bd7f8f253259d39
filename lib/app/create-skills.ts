/** Skills in the home of the app: `skills/NAME/SKILL.md`, YAML with name and description, then instructions in Markdown. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Skills } from '../agent/run-context.ts';
import { AppError, isAppError, toMessage } from '../util/app-error.ts';
import { formatBytes } from '../util/format-bytes.ts';
import { decodeUtf8 } from '../util/unicode.ts';
import { type FrontMatter, readFrontMatter } from './read-front-matter.ts';

const FOLDER = 'skills';
const FILE = 'SKILL.md';
/** More are left out, by name. */
const MAX_SKILLS = 30;
/** The largest file of a skill. */
const MAX_BYTES = 64 * 1024;
/** What a model is sent of one file, characters. */
const MAX_LENGTH = 20_000;
/** How much of each description the model is sent before, characters. */
const MAX_DESCRIPTION_LENGTH = 300;

interface SkillFolder extends Skills {
  /** What cannot be used, and why: sentences. */
  findProblems(): Promise<string[]>;
}

export function createSkills(homeDir: string): SkillFolder {
  const root = join(homeDir, FOLDER);

  async function readAll() {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => !entry.name.startsWith('.') && !entry.isFile());
    const names = folders.map(({ name }) => name).sort();
    const read = names
      .slice(0, MAX_SKILLS)
      .map((name) => readSkill(root, name).catch((error: unknown) => explain(name, error)));
    return { found: await Promise.all(read), omitted: names.slice(MAX_SKILLS) };
  }

  return {
    list: async () => {
      const { found } = await readAll();
      return found.filter((each) => typeof each !== 'string').map(toListed);
    },
    findProblems: async () => {
      const { found, omitted } = await readAll();
      const problems = found.filter((each) => typeof each === 'string');
      const more = `Only the first ${MAX_SKILLS} skills are used. Left out: ${omitted.join(', ')}.`;
      return omitted.length > 0 ? [...problems, more] : problems;
    },
    read: async (path) => {
      const [name = '', ...rest] = path.trim().split('/');
      const { found } = await readAll();
      const skill = found.find((each) => typeof each !== 'string' && each.name === name);
      const names = found.flatMap((each) => (typeof each === 'string' ? [] : [each.name]));
      if (!skill || typeof skill === 'string')
        throw new AppError('not-found', `There is no skill “${name}”. There are: ${names.join(', ')}.`);
      return shorten(rest.length === 0 ? skill.body : await readBeside(join(root, name), rest.join('/')));
    },
  };
}

async function readSkill(root: string, name: string): Promise<FrontMatter> {
  const skill = readFrontMatter(await readInside(root, join(name, FILE)));
  if (skill.name !== name)
    throw new AppError('bad-request', `its name is “${skill.name}”, which its folder must have, too`);
  return skill;
}

/** A file that the instructions mention. */
async function readBeside(folder: string, name: string): Promise<string> {
  return readInside(folder, name).catch((error: unknown) => {
    throw isAppError(error)
      ? new AppError('not-found', `“${name}” cannot be read: ${toMessage(error)}.`)
      : error;
  });
}

/** Throws AppError, a fragment of a sentence, for what is not a text file in the folder: links must not lead out of it. */
async function readInside(folder: string, name: string): Promise<string> {
  const [inside, path] = await Promise.all([folder, join(folder, name)].map(toRealPath));
  if (!inside || !path) throw new AppError('not-found', 'there is no such file');
  if (!path.startsWith(inside + sep)) throw new AppError('bad-request', 'it is outside its folder');
  const found = await stat(path);
  if (!found.isFile()) throw new AppError('bad-request', 'it is not a file');
  if (found.size > MAX_BYTES) throw new AppError('too-large', `it has more than ${formatBytes(MAX_BYTES)}`);
  return decodeUtf8(await readFile(path));
}

function toRealPath(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}

function toListed({ name, description }: FrontMatter) {
  const line = description.replaceAll(/\s+/g, ' ');
  const isLong = line.length > MAX_DESCRIPTION_LENGTH;
  return { name, description: isLong ? `${line.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…` : line };
}

function shorten(text: string): string {
  const omitted = text.length - MAX_LENGTH;
  return omitted > 0
    ? `${text.slice(0, MAX_LENGTH)}\n[… ${omitted.toLocaleString('en')} characters left out …]`
    : text;
}

function explain(name: string, error: unknown): string {
  return `${FOLDER}/${name}/${FILE} is not used: ${isAppError(error) ? toMessage(error) : 'it cannot be read'}.`;
}
