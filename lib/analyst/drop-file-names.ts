/** "sales_2024.csv" names a file; its words and its year are not conditions. */
const FILE =
  /[`"'“”]?(?<![\p{L}\p{N}])[\p{L}\p{N}_.()-]+\.(?:csv|tsv|tab|txt|dat|jsonl?|ndjson|xls[xm]?|ods|parquet|feather)(?:\.(?:gz|zip|bz2|xz|zst))?(?![\p{L}\p{N}])[`"'“”]?/giu;

/** The question with "the file" in place of file names, also of this file's name without its ending. */
export function dropFileNames(text: string, file: string): string {
  const name = file.split('/').at(-1) ?? file;
  const bare = name.replace(/\.\w+(\.(gz|zip|bz2|xz|zst))?$/, '');
  const whole = replaceName(replaceName(text, name), /\p{L}.*[_-]/u.test(bare) ? bare : name);
  return whole.replaceAll(FILE, 'the file');
}

function replaceName(text: string, name: string): string {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  if (name === '' || at < 0 || isInside(text, at, name.length)) return text;
  const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
  return `${before.replace(/[`"'“]$/, '')}the file${after.replace(/^[`"'”]/, '')}`;
}

/** Part of a longer word: "data" of "database". */
function isInside(text: string, at: number, length: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at - 1)) || /[\p{L}\p{N}_]/u.test(text.charAt(at + length));
}
