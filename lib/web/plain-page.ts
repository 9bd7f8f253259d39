/** A page of the server's own, without the app: plain HTML, nothing loaded. `body` is HTML. */
export function renderPlainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Actbook</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { min-height: 100vh; margin: 0; display: grid; place-items: center; background: light-dark(#f7f7f5, #141517); color: light-dark(#1c1d1f, #e8e8e6); }
  main { width: min(26rem, calc(100vw - 3rem)); }
  h1 { font-size: 1.375rem; margin: 0 0 .5rem; }
  p { margin: 0 0 1.25rem; color: light-dark(#5b5e64, #a3a6ab); }
  label { display: block; font-weight: 600; font-size: .875rem; margin-bottom: .375rem; }
  input, button { font: inherit; padding: .625rem .75rem; border-radius: .5rem; box-sizing: border-box; width: 100%; }
  input { border: 1px solid light-dark(#8b8e94, #6b6e74); background: light-dark(#fff, #1c1d20); color: inherit; }
  button { margin-top: .75rem; border: 0; background: light-dark(#0f766a, #7fd1b0); color: light-dark(#fff, #0d1f18); font-weight: 600; cursor: pointer; }
  :focus-visible { outline: 2px solid light-dark(#0f766a, #7fd1b0); outline-offset: 2px; }
</style>
<main>
  <h1>${title}</h1>
  ${body}
</main>
</html>`;
}
