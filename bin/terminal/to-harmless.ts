import { stripVTControlCharacters } from 'node:util';

/** What a model or an output says may hold commands to the terminal: its title, its clipboard, lines above. */
export function toHarmless(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/(?![\n\t])\p{Cc}/gu, '');
}
