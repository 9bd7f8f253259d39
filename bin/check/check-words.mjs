import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listDocuments, listSources } from './list-sources.mjs';
import WORDS from './words.json' with { type: 'json' };

/** Quotes the list, so that writers see it. */
const QUOTED_IN = 'AGENTS.md';
const SOURCES = ['.ts', '.tsx', '.mjs', '.js', '.py', '.css'];
/** Recordings stay as they were recorded; the last one plants the faults. */
const SKIPPED = /^docs\/transcripts\/.*\.md$|^test\/unit\/check-words\.test\.ts$/;

const RULES = WORDS.map(({ pattern, ...word }) => ({ ...word, pattern: new RegExp(pattern, 'gi') }));

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
  const lines = readFileSync(join(rootDir, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    // The quoted list is where the words may be.
    if (file === QUOTED_IN && WORDS.some((word) => line === toRow(word))) return [];
    return RULES.flatMap(({ pattern, write }) =>
      [...line.matchAll(pattern)].map(([found]) => `${file}:${index + 1} has “${found}”: write “${write}”`),
    );
  });
}

function findUnquoted(rootDir) {
  const lines = new Set(readFileSync(join(rootDir, QUOTED_IN), 'utf8').split('\n'));
  return WORDS.map(toRow)
    .filter((row) => !lines.has(row))
    .map((row) => `${QUOTED_IN} lacks a row of bin/check/words.json: ${row}`);
}

function toRow({ avoid, write }) {
  return `| ${avoid} | ${write} |`;
}
