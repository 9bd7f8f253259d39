/** Dialogues as MINT records them: one JSON object a line, code in `<execute>`, what an IPython shell gave as the reply. */
import { z } from 'zod';

const Turn = z.object({ role: z.enum(['assistant', 'user']), content: z.string() });
const Dialogue = z.object({
  task: z.string(),
  task_id: z.union([z.number(), z.string()]),
  dialogue: z.array(Turn),
});

export interface RecordedStep {
  /** The assistant's whole reply. */
  reply: string;
  /** What the interpreter printed, without the frame around it. */
  observed: string;
  /** The record was cut, so only its beginning can be compared. */
  isCut: boolean;
}

export interface RecordedDialogue {
  name: string;
  /** The turns that ran code, in order. */
  steps: RecordedStep[];
}

const FRAME_START = /^Observation:\n/;
const FRAME_END = /\n?You have \d+ steps? left and \d+ chances? to propose solution left\.[\s\S]*$/;
const NO_OUTPUT = '[Executed Successfully with No Output]';
const CUT = /\.\.\.\n\[Output Truncated\]\s*$/;

/** Throws when a line is not a dialogue. */
export function readDialogues(jsonl: string): RecordedDialogue[] {
  return jsonl
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => toDialogue(Dialogue.parse(JSON.parse(line))));
}

function toDialogue({ task, task_id, dialogue }: z.infer<typeof Dialogue>): RecordedDialogue {
  const steps: RecordedStep[] = [];
  for (const [index, { role, content }] of dialogue.entries()) {
    const next = dialogue[index + 1];
    if (role !== 'assistant' || next?.role !== 'user' || !content.includes('<execute>')) continue;
    const text = next.content.replace(FRAME_START, '').replace(FRAME_END, '').replace(NO_OUTPUT, '');
    const isCut = CUT.test(text);
    steps.push({ reply: content.replace(/^Assistant:\n/, ''), observed: text.replace(CUT, ''), isCut });
  }
  return { name: `${task}/${task_id}`, steps };
}
