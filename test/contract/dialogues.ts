/** One analysis in two languages: functions given, an error that is corrected, a plot, a question to the person. */
import type { Script } from '../helpers/model/model-server.ts';

export interface Dialogue {
  kernelName: string;
  /** Title of the transcript. */
  title: string;
  /** Functions given to the session. */
  tools: string;
  task: string;
  script: Script;
  /** What the person answers to each question of the code. */
  answers: Record<string, string>;
}

export const TASK = 'How many units did each plant sell, and which sold most? Draw it.';
const ANSWER = 'Leipzig sold most. The chart shows the units of each plant, as you asked: in thousands.';

const fence = (label: string, code: string) => `\`\`\`${label}\n${code}\n\`\`\``;

export const R_DIALOGUE: Dialogue = {
  kernelName: 'ir',
  title: 'An R session',
  tools: `#' Thousands, rounded to one place.
thousands <- function(x, digits = 1) round(x / 1000, digits)
`,
  task: TASK,
  script: [
    `I look at the data first.\n\n${fence('r', 'cars <- read.csv("cars.csv")\nstr(cars)')}`,
    `Units by plant.\n\n${fence('{r}', 'sums <- aggregate(units ~ factory, data = cars, FUN = sum)\nsums')}`,
    `The column is called \`plant\`.\n\n${fence('r', 'sums <- aggregate(units ~ plant, data = cars, FUN = sum)\nsums[order(-sums$units), ]')}`,
    `I ask for the scale, and draw.\n\n${fence('r', 'scale <- readline("Units or thousands? ")\nvalues <- if (scale == "thousands") thousands(sums$units) else sums$units\nbarplot(values, names.arg = sums$plant, main = "Units by plant", ylab = scale)')}`,
    ANSWER,
  ],
  answers: { 'Units or thousands? ': 'thousands' },
};

const READ = `const text: string = await Deno.readTextFile("cars.csv");
const [head, ...lines] = text.trim().split("\\n").map((line) => line.split(","));
const cars = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])));
console.log(cars.length, cars[0]);`;
const SUM = (column: string) => `const sums = new Map<string, number>();
for (const car of cars) {
  const plant = car.${column}.trim();
  sums.set(plant, (sums.get(plant) ?? 0) + Number(car.units));
}
console.log(sums);`;
const DRAW = `const scale = prompt("Units or thousands?") ?? "units";
const bars = [...sums].map(([plant, units], at) => {
  const width = scale === "thousands" ? thousands(units) * 10 : units / 100;
  return \`<rect y="\${at * 24}" width="\${width}" height="20" fill="steelblue"/><text x="4" y="\${at * 24 + 15}">\${plant}</text>\`;
});
await Deno.jupyter.display(Deno.jupyter.svg\`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="\${String(sums.size * 24)}"><title>Units by plant</title>\${bars.join("")}</svg>\`);
console.log(scale);`;

export const TYPESCRIPT_DIALOGUE: Dialogue = {
  kernelName: 'deno',
  title: 'A TypeScript session',
  tools: `/** Thousands, rounded to one place. */
function thousands(x: number, digits = 1): number {
  return Number((x / 1000).toFixed(digits));
}
`,
  task: TASK,
  script: [
    `I look at the data first.\n\n${fence('typescript', READ)}`,
    `Units by plant.\n\n${fence('ts', SUM('factory'))}`,
    `The column is called \`plant\`.\n\n${fence('js', SUM('plant').replace('<string, number>', ''))}`,
    `I ask for the scale, and draw.\n\n${fence('typescript', DRAW)}`,
    ANSWER,
  ],
  answers: { 'Units or thousands?': 'thousands' },
};
