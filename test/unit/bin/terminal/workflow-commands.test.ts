import { expect, test } from 'vitest';
import { toWorkflowCommand } from '../../../../bin/terminal/to-annotations.ts';

test('an annotation is one line that a workflow reads, whatever is in it', () => {
  const annotation = {
    path: 'a, b/c:d.ipynb',
    start_line: 3,
    end_line: 9,
    title: 'Cell 3: differs',
  } as const;
  const message = 'mean 50 %, here 51 %\r\n::error::no';
  expect(toWorkflowCommand({ ...annotation, annotation_level: 'failure', message })).toBe(
    '::error file=a%2C b/c%3Ad.ipynb,line=3,endLine=9,title=Cell 3%3A differs::mean 50 %25, here 51 %25%0D%0A::error::no',
  );
  expect(toWorkflowCommand({ ...annotation, annotation_level: 'notice', message: 'x' })).toMatch(
    /^::notice file=/,
  );
});
