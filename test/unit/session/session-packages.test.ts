/** Packages of a session: what may be asked for, and what the fold and branches make of it. */
import { expect, test } from 'vitest';
import { listNames } from '../../../components/panels/sidebar/packages-panel.tsx';
import type { ErrorOutput } from '../../../lib/notebook/output.ts';
import { hintAtOutdated, shortenTraceback } from '../../../lib/observation/shorten/shorten-traceback.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { findRequirementFault, PackageChange } from '../../../lib/protocol/kernel/session-packages.ts';
import { branchLog } from '../../../lib/session/fold/branch-log.ts';
import { toVerifiedBasis } from '../../../lib/session/verified.ts';
import { foldAll, insertCell, ranCell, toEvents } from '../../helpers/session-events.ts';

const PACKAGES = { wanted: ['lifelines'], packages: [{ name: 'lifelines', version: '0.30.0' }] };

test.each(['lifelines', 'scikit-learn==1.9.1', 'a[b,c]>=1,<2', 'x ~= 1.0', 'x===1.0+cpu'])(
  '%s can be asked for',
  (name) => {
    expect(PackageChange.parse({ add: [name] })).toEqual({ add: [name], remove: [], keepsBase: false });
    expect(findRequirementFault(name)).toBeNull();
  },
);

test.each([
  '-r x',
  '--index-url=http://x',
  'x @ https://u:p@host/x.whl',
  './x.whl',
  '/x.whl',
  'x; y',
  'x y',
  '',
])('%s cannot', (name) => {
  expect(findRequirementFault(name)).toContain('Write the name of a package');
});

test('what is typed is read as names with their conditions', () => {
  expect(listNames(' lifelines, polars == 1.40  pandas>=2, <3,x')).toEqual([
    'lifelines',
    'polars==1.40',
    'pandas>=2,<3',
    'x',
  ]);
  expect(listNames(' , ')).toEqual([]);
});

test('the last change is what a session has, also on a branch, and a verification is of it', () => {
  const bodies: EventBody[] = [
    { type: 'session-start', title: 'T', kernelName: 'python3' },
    insertCell('a', 'a', { after: null }),
    ...ranCell('a'),
    { type: 'packages-change', wanted: [], packages: [] },
    { type: 'packages-change', ...PACKAGES },
  ];
  const session = foldAll(bodies);
  expect(session.packages).toEqual(PACKAGES);
  expect(toVerifiedBasis(session).at(-1)).toBe('lifelines==0.30.0');
  const branch = branchLog(toEvents(bodies), session, 'a');
  expect(foldAll(branch.map(({ body }) => body)).packages).toEqual(PACKAGES);
});

test('a model that misses a module reads how to ask for it', () => {
  const error: ErrorOutput = {
    output_type: 'error',
    ename: 'ModuleNotFoundError',
    evalue: "No module named 'lifelines'",
    traceback: [],
  };
  expect(hintAtOutdated(error)).toBeNull();
  expect(shortenTraceback(error)).toContain('`add_packages("lifelines")`');
  expect(shortenTraceback({ ...error, evalue: "No module named 'a.b'" })).not.toContain('add_packages');
});
