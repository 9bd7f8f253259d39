/** The clipboard, also on pages served by plain HTTP, where browsers do not offer the modern API. */
import { UI_TEXTS } from '../ui-texts.ts';

/** Rejects when the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.cssText = 'position: fixed; opacity: 0';
  // While a dialog is open, nothing outside it can be selected.
  const host = document.activeElement?.closest('dialog') ?? document.body;
  const focused = document.activeElement;
  host.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error(UI_TEXTS.copyRefused);
}

/** Downloads the text as a file. */
export function saveText(text: string, name: string, mimeType: string): void {
  saveBlob(new Blob([text], { type: `${mimeType};charset=utf-8` }), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, name);
  URL.revokeObjectURL(url);
}

/** Downloads what is at the address. Where `name` is empty, the server names it. */
export function saveUrl(url: string, name: string): void {
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
}
