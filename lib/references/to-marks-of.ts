/** A number as Python prints it, with the marks of a language: `1,234.5%` is `1.234,5 %` in German. */
export function toMarksOf(printed: string, language: string | undefined): string {
  if (language === undefined || !/^[-+]?[\d,]*\.?\d+%?$/.test(printed)) return printed;
  const percent = printed.endsWith('%');
  const parts = new Intl.NumberFormat(language, { style: percent ? 'percent' : 'decimal' }).formatToParts(
    -12_345_678.9,
  );
  const find = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const decimal = new Intl.NumberFormat(language)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value;
  const marked = printed.replaceAll(/[,.]/g, (mark) =>
    mark === ',' ? find('group', ',') : (decimal ?? '.'),
  );
  const before = parts.findLast(({ type }) => type === 'literal')?.value ?? '';
  return percent ? marked.replace('%', `${before}%`) : marked;
}
