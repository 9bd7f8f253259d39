/** What is measured: something that starts kernels and runs code in them. */

/** Code and what must come of it. */
export const CODE = {
  first: 'import pandas as pd\nprint(pd.DataFrame({"a": [1, 2]}).a.sum())',
  trip: '1+1',
  print: 'for i in range(20_000): print(i, flush=True)',
  display: 'display({"image/png": "x" * 50_000_000}, raw=True)',
} as const;
export const CHARS = { print: 108_890, display: 50_000_000 } as const;

/** Sessions that are started at once. */
export const MANY = 16;

/** Sessions that are idle while another one works. */
export const CROWD = 64;

export type Operation = 'cold' | 'new' | 'warm' | 'restart' | 'trip' | 'print' | 'display' | 'many';

export interface Subject {
  name: string;
  operations: readonly Operation[];
  /** The samples of one round, milliseconds. Throws when output was lost. */
  measure(operation: Operation): Promise<number[]>;
  /** Memory of processes other than the driver's (PSS), bytes: of the first session, and of each after it. */
  measureMemory?(): Promise<{ first: number; further: number }>;
  /** Memory of each of {@link CROWD} idle sessions, bytes, and round trips of one more beside them, milliseconds. */
  measureCrowd?(): Promise<Crowd>;
  dispose(): Promise<void>;
}

export interface Crowd {
  each: number;
  trips: number[];
}

export async function time(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

/** One kernel that is ready, as the measures of single cells need it. */
export interface Session {
  /** Resolves to the number of characters that came out. */
  run(code: string): Promise<number>;
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

const REPEATS = { trip: 100, print: 1, display: 1 } as const;
export const repeatsOf = (operation: keyof typeof REPEATS) => REPEATS[operation];

/** The measures of cells in one session, and of its restart. */
export async function measureSession(session: Session, operation: Operation): Promise<number[]> {
  if (operation === 'restart') {
    return [
      await time(async () => {
        await session.restart();
        await session.run(CODE.first);
      }),
    ];
  }
  if (operation !== 'trip' && operation !== 'print' && operation !== 'display') {
    throw new Error(`A session cannot measure ${operation}.`);
  }
  const samples: number[] = [];
  for (let index = 0; index < REPEATS[operation]; index += 1) {
    let chars = 0;
    samples.push(
      await time(async () => {
        chars = await session.run(CODE[operation]);
      }),
    );
    if (operation !== 'trip' && chars !== CHARS[operation]) {
      throw new Error(`${chars} characters came out, not ${CHARS[operation]}.`);
    }
  }
  return samples;
}
