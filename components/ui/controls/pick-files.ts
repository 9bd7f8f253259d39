/** Lets the user choose files; empty when none is chosen. Browsers require a direct call from a key press or click. */
export function pickFiles(
  options: { accept: string } | { multiple: true } | { webkitdirectory: true },
): Promise<File[]> {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options });
  return new Promise((resolve) => {
    input.onchange = input.oncancel = () => resolve([...(input.files ?? [])]);
    input.click();
  });
}
