/** What commands say comes with the first that says something: the page needs none of it to open. */
export async function loadRunTexts() {
  return (await import('./command-run-texts.ts')).COMMAND_RUN_TEXTS;
}
