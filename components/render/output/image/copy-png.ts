const NEEDS_HTTPS = 'This browser copies pictures only on HTTPS pages. Save the picture instead.';

/** Takes the promise, because the click that allows it is over when the picture is ready. */
export async function copyPng(png: Promise<Blob>): Promise<void> {
  if (!navigator.clipboard || !('ClipboardItem' in globalThis)) {
    throw new Error(NEEDS_HTTPS);
  }
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
}
