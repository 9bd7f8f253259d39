/** Notebooks of older formats are untrusted: small files must not take all memory, nor outlive who waits. */
import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { upgradeNotebook } from '../../../lib/files/upgrade-notebook.ts';

type Sheets = { cells: unknown[] }[];

function toOld(worksheets: Sheets, nbformat = 3): string {
  return JSON.stringify({ nbformat, nbformat_minor: 0, metadata: { name: '' }, worksheets });
}

const heading = (level: unknown) => ({ cell_type: 'heading', level, source: 'Title', metadata: {} });

test('headings have no more than six levels', async () => {
  const cells = [30_000_000, 7, 2, -1].map(heading);
  const upgraded = JSON.parse(await upgradeNotebook(toOld([{ cells }], 2), readConfig()));
  const sources = upgraded.cells.map(({ source }: { source: string[] }) => source.join(''));
  expect(sources).toEqual(['###### Title', '###### Title', '## Title', '# Title']);
});

test('cells are counted in all sheets', async () => {
  const cells = Array.from({ length: 5_001 }, () => heading(1));
  await expect(upgradeNotebook(toOld([{ cells }, { cells }]), readConfig())).rejects.toThrow(
    'its old format could not be upgraded (it has more than 10,000 cells)',
  );
});

test('what would take too much memory is refused', async () => {
  const cell = { ...heading(1), metadata: { values: Array.from({ length: 1_500_000 }, () => ({})) } };
  await expect(upgradeNotebook(toOld([{ cells: [cell] }]), readConfig())).rejects.toThrow(
    'its old format could not be upgraded (it takes more than 1 GB of memory)',
  );
});

test('it ends with the request', async () => {
  const request = new AbortController();
  const options = { ...readConfig(), signal: request.signal };
  const upgrading = upgradeNotebook(toOld([{ cells: [heading(1)] }]), options);
  request.abort();
  await expect(upgrading).rejects.toThrow('could not be upgraded');
});
