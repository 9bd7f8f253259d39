/**
 * What every kernel must do behind the port `lib/kernel/kernel.ts`, whatever server it runs on and whatever language it
 * speaks. What one lacks is stated with a reason, and then what happens instead is asserted.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../helpers/kernel/kernel-provider.ts';
import { describeOutputs } from './output-contract.ts';
import { describeConnection, describeProcess, describeStopping } from './process-contract.ts';
import { createSubject, type Subject, type SubjectOptions } from './subject.ts';

export function describeKernelContract(name: string, options: SubjectOptions): void {
  const subject = createSubject(options);

  describe(`${name}, ${options.language.name}:`, () => {
    beforeAll(subject.open);
    afterAll(subject.close);

    describeServer(subject);
    describeOutputs(subject);
    describeStopping(subject);
    describeProcess(subject);
    describeConnection(subject);
  });
}

function describeServer(subject: Subject): void {
  const { language } = subject;

  describe('the server', () => {
    it('lists the kernel, with its name for people and its language', async () => {
      const spec = (await subject.provider.listSpecs()).find((each) => each.name === language.kernelName);
      expect(spec?.displayName).toMatch(/\w/);
      expect(spec?.language.toLowerCase()).toBe(language.name.toLowerCase());
    });

    it('says which kernels there are when asked for another', async () => {
      await expect(
        subject.provider.start({ kernelName: 'cobol', workspace: subject.workspace }),
      ).rejects.toMatchObject({
        code: 'kernel-unavailable',
        message: expect.stringMatching(new RegExp(`cobol.*${language.kernelName}`)),
      });
    });
  });

  describe('the kernel', () => {
    it('describes itself', () => {
      expect(subject.kernel.info).toMatchObject({
        name: language.kernelName,
        languageInfo: { name: language.name, version: expect.stringMatching(/^\d/) },
        implementation: expect.stringMatching(language.implementation),
        isolation: subject.peer ? 'remote' : subject.isBoxed ? 'box' : 'none',
      });
    });

    it('works in the workspace', async () => {
      const { stdout } = await run(subject.kernel, language.printFolder);
      expect(stdout).toBe(`${subject.workingDirectory}\n`);
    });

    it('counts cells, but not silent ones', async () => {
      const before = (await run(subject.kernel, language.print('first'))).end.executionCount ?? Number.NaN;
      expect((await run(subject.kernel, language.print('silent'), { silent: true })).end.status).toBe('ok');
      expect((await run(subject.kernel, language.print('second'))).end.executionCount).toBe(before + 1);
    });

    it('evaluates expressions beside the notebook', async () => {
      expect(await subject.kernel.evaluate(language.expression.code)).toBe(language.expression.text);
      expect(await subject.kernel.evaluate('no_such_name')).toBeNull();
    });

    it('completes a name that a cell defined', async () => {
      await run(subject.kernel, language.keep);
      const answer = await subject.kernel.ask({ ask: 'complete', code: 'kep', cursor: 3 });
      expect(answer).toMatchObject({ from: 0, to: 3 });
      expect(answer?.matches.map(({ text }) => text)).toContain('kept');
    });

    subject.itIs(
      'input',
      'asks the person, and continues with the answer',
      async () => {
        const asked: string[] = [];
        const { stdout, end } = await run(subject.kernel, language.ask, {
          onInput: async ({ prompt }) => {
            asked.push(prompt);
            return 'Ada';
          },
        });
        expect(end.status).toBe('ok');
        expect(asked).toEqual(['name? ']);
        expect(stdout).toBe('Ada\n');
      },
      async () => {
        const { stdout } = await run(subject.kernel, language.ask, { onInput: async () => 'Ada' });
        expect(stdout).not.toContain('Ada');
      },
    );
  });
}
