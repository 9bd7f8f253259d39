/** What a cell shows. */
import { describe, expect, it } from 'vitest';
import type { OutputEvent } from '../../lib/kernel/kernel.ts';
import { run } from '../helpers/kernel/kernel-provider.ts';
import type { Subject } from './subject.ts';

const MANY = 5_000;
const TEXT = 'Grüße, 你好, 🎉, "quoted" and back\\slashed';

export function describeOutputs(subject: Subject): void {
  const { language } = subject;

  describe('outputs', () => {
    it('arrive while the cell runs, which is busy until its end', async () => {
      await subject.closeGate();
      const texts: string[] = [];
      for await (const event of subject.kernel.execute(language.printAroundGate)) {
        if (event.type === 'end') expect(event).toMatchObject({ status: 'ok' });
        if (event.type !== 'output' || event.output.output_type !== 'stream') continue;
        texts.push(event.output.text);
        expect(subject.kernel.status).toBe('busy');
        if (texts.length === 1) await subject.openGate();
      }
      expect(subject.kernel.status).toBe('idle');
      expect(texts.join('')).toBe('before\nafter\n');
      expect(texts.length).toBeGreaterThan(1);
    });

    it('keep standard error apart', async () => {
      const { outputs } = await run(subject.kernel, language.writeToStderr('careful'));
      expect(outputs).toMatchObject([{ name: 'stderr', text: expect.stringMatching(/^careful\n+$/) }]);
    });

    it('keep every character', async () => {
      expect((await run(subject.kernel, language.print(TEXT))).stdout).toBe(`${TEXT}\n`);
    });

    subject.itIs(
      'result',
      'include the value of the last expression, under its number',
      async () => {
        const { outputs, end } = await run(subject.kernel, language.value);
        expect(outputs).toMatchObject([
          {
            output_type: 'execute_result',
            execution_count: end.executionCount,
            data: { 'text/plain': expect.stringContaining('42') },
          },
        ]);
      },
      async () => {
        const { outputs } = await run(subject.kernel, language.value);
        expect(outputs).toMatchObject([
          { output_type: 'display_data', data: { 'text/plain': expect.stringContaining('42') } },
        ]);
      },
    );

    it('include what is displayed', async () => {
      const { outputs } = await run(subject.kernel, language.showHtml('<b>bold</b>'));
      expect(outputs).toMatchObject([
        { output_type: 'display_data', data: { 'text/html': '<b>bold</b>' }, metadata: {} },
      ]);
    });

    it('may be cleared', async () => {
      expect((await run(subject.kernel, language.clear)).stdout).toBe('stays\n');
    });

    subject.itIs(
      'update',
      'may be updated by a later cell',
      async () => {
        const first = await run(subject.kernel, language.showUpdatable);
        expect(first.outputs).toMatchObject([{ displayId: 'shared', data: { 'text/plain': 'before' } }]);
        const { events } = await run(subject.kernel, language.update);
        expect(events[0]).toMatchObject({
          type: 'update',
          displayId: 'shared',
          data: { 'text/plain': 'after' },
        });
      },
      async () => {
        const { outputs } = await run(subject.kernel, language.update);
        expect(outputs).toMatchObject([{ output_type: 'display_data', data: { 'text/plain': 'after' } }]);
      },
    );

    it('may be errors, which end the cell', async () => {
      const { outputs, end } = await run(subject.kernel, language.fail('no such luck'));
      expect(end.status).toBe('error');
      const error = outputs.find(({ output_type }) => output_type === 'error');
      expect(JSON.stringify(error)).toContain('no such luck');
      expect(error).toMatchObject({ ename: expect.stringMatching(/./), traceback: expect.any(Array) });
      expect((await run(subject.kernel, language.print('on'))).stdout).toBe('on\n');
    });

    it('may be large', async () => {
      const { outputs, end } = await run(subject.kernel, language.showText(language.longLength));
      expect(end.status).toBe('ok');
      expect(outputs).toMatchObject([{ output_type: 'display_data' }]);
      const [shown] = outputs;
      const data = shown && 'data' in shown ? shown.data['text/plain'] : '';
      expect(String(data)).toHaveLength(language.longLength);
    });

    subject.itIs(
      'unlimited-streams',
      'may be long streams',
      async () => {
        const { stdout, end } = await run(subject.kernel, language.printLong(language.longLength));
        expect(end.status).toBe('ok');
        expect(stdout).toBe(`${'x'.repeat(language.longLength)}\n`);
      },
      async () => {
        const { outputs, end } = await run(subject.kernel, language.printLong(language.longLength));
        expect(end.status).toBe('ok');
        expect(JSON.stringify(outputs)).toMatch(/IOPub data rate exceeded/);
      },
    );

    subject.itIs(
      'numbers',
      'that are many arrive, or the cell says how many messages did not',
      async () => {
        const { outputs, end } = await run(subject.kernel, language.showMany(MANY));
        const missing = Number(
          /([\d,]+) messages? from the kernel did not/
            .exec(JSON.stringify(outputs))?.[1]
            ?.replaceAll(',', '') ?? 0,
        );
        expect(outputs.filter(({ output_type }) => output_type === 'display_data').length + missing).toBe(
          MANY,
        );
        expect([end.status, end.isIncomplete]).toEqual(['ok', missing > 0 ? true : undefined]);
        if (!subject.peer) expect(missing).toBe(0);
      },
      async () => {
        // A foreign server drops what comes too fast, for a while: the next cell would miss its own outputs.
        const count = subject.peer ? 10 : MANY;
        const late: OutputEvent[] = [];
        const onLate = (event: OutputEvent) => void late.push(event);
        const { outputs, end } = await run(subject.kernel, language.showMany(count), { onLate });
        expect([end.status, end.isIncomplete]).toEqual(['ok', undefined]);
        // Deno reports idle before it has sent everything.
        await expect.poll(() => outputs.length + late.length, { timeout: 30_000 }).toBe(count);
      },
    );

    subject.itIs(
      'late-output',
      'that come after the end of their cell are told apart',
      async () => {
        await subject.closeGate();
        const late = Promise.withResolvers<OutputEvent>();
        // Deno may still be sending outputs of the cell before.
        const onLate = (event: OutputEvent) => {
          if (event.type !== 'output' || event.output.output_type !== 'stream') return;
          if (event.output.text.includes('late')) late.resolve(event);
        };
        const { end } = await run(subject.kernel, language.printLate, { onLate });
        expect(end.status).toBe('ok');
        await subject.openGate();
        expect(await late.promise).toMatchObject({ type: 'output', output: { text: 'late\n' } });
      },
      async () => expect(language.printLate).toBe(''),
    );
  });
}
