/** What is measured: loops that ask the model, run its code and ask again, until it answers. */
import { join } from 'node:path';
import { z } from 'zod';
import { type ActbookOptions, createActbook } from '../../lib/index.ts';
import { startPeer } from '../peer-python.ts';
import { ANSWER } from './script.ts';

export interface Subject {
  name: string;
  /** What a run finds done already, with a run of one step, so that everything is loaded and connected. */
  prepare(): Promise<void>;
  /** Runs this many steps of code and the answer; resolves to the wall time, milliseconds. */
  run(steps: number): Promise<number>;
  dispose(): Promise<void>;
}

const Ran = z.object({ wallMs: z.number(), answer: z.string() });

/** One session a run, as the peers have a new agent each; its kernel runs by then, as their interpreter does. */
export async function createActbookSubject(
  name: string,
  baseUrl: string,
  options: ActbookOptions,
): Promise<Subject> {
  const actbook = await createActbook({ ...options, model: { baseUrl, modelId: 'actbook' } });
  let session = await actbook.createSession();

  async function run(steps: number): Promise<number> {
    const startedAt = performance.now();
    const limits = { maxSteps: steps + 5, maxTokens: 100_000_000 };
    const { answer, outcome } = await session.ask('Count as you are told.', { limits });
    const wallMs = performance.now() - startedAt;
    if (answer !== ANSWER) throw new Error(`${name} ended with ${JSON.stringify(outcome)}.`);
    return wallMs;
  }

  return {
    name,
    prepare: async () => {
      await session.delete();
      session = await actbook.createSession();
      await run(1);
    },
    run,
    dispose: actbook.dispose,
  };
}

/** A Python library in a process of its own, measured by its own clock. */
export function createPeer(name: string, python: string, mode: string, baseUrl: string): Subject {
  const peer = startPeer(name, python, [join(import.meta.dirname, 'peers.py'), mode, baseUrl]);

  async function run(steps: number): Promise<number> {
    const { wallMs, answer } = Ran.parse(await peer.ask(steps));
    if (answer !== ANSWER) throw new Error(`${name} answered ${answer}`);
    return wallMs;
  }

  return {
    name,
    prepare: async () => {
      await run(1);
    },
    run,
    dispose: peer.dispose,
  };
}
