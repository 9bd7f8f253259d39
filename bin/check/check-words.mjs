import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listDocuments, listSources } from './list-sources.mjs';
import WORDS from './words.json' with { type: 'json' };

/** Quotes the list, so that writers see it. */
const QUOTED_IN = 'AGENTS.md';
const SOURCES = ['.ts', '.tsx', '.mjs', '.js', '.py', '.css', '.html'];
/** Recordings stay as they were recorded; the last one plants the faults. */
const SKIPPED =
  /^THIRD-PARTY-NOTICES\.md$|^docs\/transcripts\/.*\.md$|^test\/unit\/bin\/check\/check-words\.test\.ts$/;

/** As AGENTS.md quotes them, where they may be. */
const ROWS = new Set(WORDS.map(({ avoid, write }) => `| ${avoid} | ${write} |`));
/** A space, or the end of a line and what continues a comment, a quote or a string on the next one. */
const GAP = `(?: |[ \\t'"\`+]*\\r?\\n[ \\t*#/>+'"\`]*)`;

const RULES = WORDS.map(({ pattern, ...word }) => ({
  ...word,
  pattern: new RegExp(pattern.replaceAll(' ', GAP), 'gi'),
}));

/**
 * Words of words.json in documents and sources, and rows of it that AGENTS.md does not quote.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a fault
 */
export function checkWords(rootDir) {
  const files = [...listDocuments(rootDir), ...listSources(rootDir, SOURCES)].filter(
    (file) => !SKIPPED.test(file),
  );
  return [...files.flatMap((file) => findWords(rootDir, file)), ...findUnquoted(rootDir)];
}

function findWords(rootDir, file) {
  const text = readFileSync(join(rootDir, file), 'utf8');
  const lines = text.split('\n');
  return RULES.flatMap(({ pattern, write }) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
      line: text.slice(0, index).split('\n').length,
      problem: `has “${found.replace(/\s[\s*#/>+'"`]*/g, ' ')}”: write “${write}”`,
    })),
  )
    .filter(({ line }) => file !== QUOTED_IN || !ROWS.has(lines[line - 1]))
    .sort((one, other) => one.line - other.line)
    .map(({ line, problem }) => `${file}:${line} ${problem}`);
}

function findUnquoted(rootDir) {
  const lines = new Set(readFileSync(join(rootDir, QUOTED_IN), 'utf8').split('\n'));
  return [...ROWS]
    .filter((row) => !lines.has(row))
    .map((row) => `${QUOTED_IN} lacks a row of bin/check/words.json: ${row}`);
}
