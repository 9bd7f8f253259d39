import type { Language } from './language.ts';

export const R: Language = {
  kernelName: 'ir',
  name: 'R',
  implementation: /^IRkernel \d/,
  lacks: {
    result: 'IRkernel shows values as display_data, without a number',
    update: 'IRkernel sends no display ids',
    numbers: 'IRkernel does not number its messages',
    'late-output': 'R runs nothing between two cells',
  },
  print: (text) => `cat(${JSON.stringify(text)}, "\\n", sep = "")`,
  longLength: 4_000_000,
  printLong: (length) => `cat(strrep("x", ${length}), "\\n", sep = "")`,
  printAroundGate: `cat("before\\n"); flush.console()
while (!file.exists("gate")) Sys.sleep(0.01)
cat("after\\n")`,
  sleep: 'cat("asleep\\n"); flush.console(); Sys.sleep(600)',
  writeToStderr: (text) => `message(${JSON.stringify(text)})`,
  value: '6 * 7',
  showHtml: (html) => `IRdisplay::display_html(${JSON.stringify(html)})`,
  showText: (length) => `IRdisplay::publish_mimebundle(list("text/plain" = strrep("x", ${length})))`,
  showMany: (count) => `for (i in 1:${count}) IRdisplay::publish_mimebundle(list("text/plain" = "x"))`,
  clear: 'cat("gone\\n"); IRdisplay::clear_output(wait = FALSE); cat("stays\\n")',
  showUpdatable: 'IRdisplay::publish_mimebundle(list("text/plain" = "before"))',
  update: 'IRdisplay::publish_mimebundle(list("text/plain" = "after"))',
  fail: (message) => `stop(${JSON.stringify(message)})`,
  keep: 'kept <- 41',
  readKept: 'cat(kept + 1, "\\n", sep = "")',
  expression: { code: 'rep(1, 2)', text: '[1] 1 1' },
  printFolder: 'cat(getwd(), "\\n", sep = "")',
  ask: 'cat(readline("name? "), "\\n", sep = "")',
  printLate: '',
  die: 'tools::pskill(Sys.getpid(), tools::SIGKILL)',
};
