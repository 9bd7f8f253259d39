/** The generated sections of docs/api.md. `npm run docs` writes them, `npm run check` compares them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderApiReference } from './render-api-reference.ts';

const PAGE = 'docs/api.md';

/**
 * @param {string} rootDir
 * @returns {string[]} one sentence a fault
 */
export function checkApiReference(rootDir) {
  const page = readFileSync(join(rootDir, PAGE), 'utf8');
  return Object.entries(renderApiReference()).flatMap(([name, text]) => {
    const section = findSection(page, name);
    if (!section) return [`${PAGE} has no section <!-- api:${name} -->`];
    if (section.text === text) return [];
    return [`${PAGE} differs from the table of the API in its section “${name}”: run \`npm run docs\``];
  });
}

/** @param {string} rootDir */
export function writeApiReference(rootDir) {
  const path = join(rootDir, PAGE);
  let page = readFileSync(path, 'utf8');
  for (const [name, text] of Object.entries(renderApiReference())) {
    const section = findSection(page, name);
    if (!section) throw new Error(`${PAGE} has no section <!-- api:${name} -->`);
    page = `${page.slice(0, section.start)}\n\n${text}\n\n${page.slice(section.end)}`;
  }
  writeFileSync(path, page);
}

/** What is between the two markers of a section, and where that is; null without them. */
function findSection(page, name) {
  const marker = `<!-- api:${name} -->`;
  const start = page.indexOf(marker) + marker.length;
  const end = page.indexOf(`<!-- /api:${name} -->`);
  if (start < marker.length || end < start) return null;
  return { start, end, text: page.slice(start, end).trim() };
}
