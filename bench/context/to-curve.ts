/** Tokens of each prompt as a small picture that reads on light and dark pages. */
import type { Prompt } from './run-analysis.ts';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 260, 56, 28];

export function toCurve(prompts: readonly Prompt[]): string {
  const most = Math.ceil(Math.max(...prompts.map(({ keptTokens }) => keptTokens)) / 5000) * 5000;
  const x = (step: number) => LEFT + ((WIDTH - LEFT - 8) * (step - 1)) / Math.max(1, prompts.length - 1);
  const y = (tokens: number) => (HEIGHT - BOTTOM) * (1 - tokens / most) + 8 * (tokens / most);
  const line = (pick: (prompt: Prompt) => number, color: string) => {
    const points = prompts.map((prompt) => `${x(prompt.step).toFixed(1)},${y(pick(prompt)).toFixed(1)}`);
    return `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.join(' ')}"/>`;
  };
  const ticks = Array.from({ length: most / 5000 + 1 }, (_, index) => index * 5000).map(
    (tokens) =>
      `<line x1="${LEFT}" x2="${WIDTH - 8}" y1="${y(tokens)}" y2="${y(tokens)}" stroke="#8888" stroke-width="0.5"/>` +
      `<text x="${LEFT - 6}" y="${y(tokens) + 4}" text-anchor="end">${tokens.toLocaleString('en-US')}</text>`,
  );
  const steps = [1, 10, 20, 30, 40, 50]
    .filter((step) => step <= prompts.length)
    .map((step) => `<text x="${x(step)}" y="${HEIGHT - 8}" text-anchor="middle">${step}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="11" fill="#888">
<title>Tokens of each prompt over ${prompts.length} steps</title>
${ticks.join('\n')}
${steps.join('\n')}
${line(({ keptTokens }) => keptTokens, '#999')}
${line(({ tokens }) => tokens, '#2f7ed8')}
<text x="${WIDTH - 12}" y="${y(prompts.at(-1)?.keptTokens ?? 0) + 44}" text-anchor="end">keeping everything</text>
<text x="${WIDTH - 12}" y="${y(prompts.at(-1)?.tokens ?? 0) - 10}" text-anchor="end" fill="#2f7ed8">Actbook</text>
</svg>
`;
}
