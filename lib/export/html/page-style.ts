/** The look of an exported page, by the page's own tokens. */
export const PAGE_STYLE = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: var(--text-md)/1.6 var(--font-sans); overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
main { width: min(var(--measure) + 2 * var(--space-4), 100%); margin: 0 auto; padding: var(--space-6) var(--space-4) var(--space-7); }
h1 { margin: 0 0 var(--space-2); font-size: var(--text-2xl); font-weight: 650; line-height: 1.2; letter-spacing: -0.02em; }
h1 + :not(.facts) { margin-top: var(--space-5); }
h2, h3, h4, h5, h6 { margin: var(--space-4) 0 var(--space-2); line-height: 1.3; }
.level-1 { font-size: var(--text-xl); }
.level-2 { font-size: var(--text-lg); }
.level-3 { font-size: var(--text-base); }
.level-4, .level-5, .level-6 { font-size: var(--text-sm); }
p, ul, ol, blockquote { margin: 0 0 var(--space-3); }
a { color: var(--accent); }
a[href^='#cell-'] { color: inherit; text-decoration: underline dotted var(--ink-3); }
.cell:target { outline: 2px solid var(--accent); outline-offset: 4px; }
pre, code { font-family: var(--font-mono); font-size: var(--text-sm); font-variant-ligatures: none; }
pre { margin: 0; overflow-x: auto; white-space: pre; }
math[display='block'] { overflow-x: auto; }
img { max-width: 100%; height: auto; }
blockquote { padding-inline-start: var(--space-4); border-inline-start: 3px solid var(--line-strong); color: var(--ink-2); }
table { margin: 0 0 var(--space-3); border-collapse: collapse; font-size: var(--text-sm); }
th, td { padding: var(--space-1) var(--space-3); border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
tbody th, tr > :is(:first-child, .text) { text-align: left; }
tbody th, tr > :first-child { padding-left: 0; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.facts { margin: 0 0 var(--space-5); color: var(--ink-3); font-size: var(--text-sm); }
.cell { margin: 0 0 var(--space-5); }
.answer { padding-left: var(--space-4); border-left: 2px solid var(--accent-fill); }
.answer.open { border-left-color: var(--line-strong); }
.answer :not(pre) > code { font-family: inherit; font-size: inherit; font-style: italic; }
.work { margin: 0 0 var(--space-5); }
.work > summary { width: fit-content; margin-bottom: var(--space-4); color: var(--ink-2); font-size: var(--text-sm); font-weight: 600; cursor: pointer; }
.work > summary span { color: var(--ink-3); font-weight: 400; }
.prose > :is(p, ul, ol, blockquote), .answer > :is(p, ul, ol, blockquote), .task > * { max-width: var(--measure); }
.answer > :first-child, .task > :first-child { margin-top: 0; }
.answer > :last-child, .task > :last-child { margin-bottom: 0; }
.task { color: var(--ink-3); font-size: var(--text-sm); }
.task > .level-3 + p { color: var(--ink); font-size: var(--text-lg); font-weight: 600; }
:is(.task, .answer) > .level-3:first-child { margin: 0 0 var(--space-1); color: var(--ink-3); font-size: var(--text-sm); font-weight: 600; }
.prompt { margin: 0 0 var(--space-1); color: var(--ink-3); font: var(--text-xs) var(--font-mono); }
.code { padding: var(--space-3) var(--space-4); border: 1px solid var(--line); border-radius: var(--radius-md); background: var(--surface-code); }
.output { margin-top: var(--space-3); }
.output, .table { overflow-x: auto; scrollbar-width: thin; }
/* An edge is shaded while more can be scrolled to: covers of the page's color move with the content. */
.output:has(table), .table, pre.output { background: linear-gradient(to right, var(--page) 50%, transparent) left / 2rem 100% no-repeat local, linear-gradient(to left, var(--page) 50%, transparent) right / 2rem 100% no-repeat local, linear-gradient(to right, var(--line-strong), transparent) left / 0.75rem 100% no-repeat scroll, linear-gradient(to left, var(--line-strong), transparent) right / 0.75rem 100% no-repeat scroll; }
.chart { position: relative; margin: var(--space-3) 0 0; }
.chart iframe { display: block; box-sizing: content-box; width: calc(100% - 2px); border: 1px solid var(--line); border-radius: var(--radius-md); background: var(--surface); }
.chart:not([data-drawn]) iframe { position: absolute; inset: 0; visibility: hidden; }
.still .facts { margin-bottom: var(--space-1); }
.words { color: var(--ink-2); font-size: var(--text-sm); white-space: pre-line; }
.left { margin: var(--space-1) 0 0; }
.output > .facts { margin-bottom: var(--space-2); }
.source { max-height: 20rem; overflow: auto; padding: var(--space-3) var(--space-4); border: 1px dashed var(--line-strong); border-radius: var(--radius-md); white-space: pre-wrap; overflow-wrap: anywhere; }
.pictures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--space-2) var(--space-4); margin-top: var(--space-3); }
.pictures > .facts { grid-column: 1 / -1; margin: 0; }
.pictures > figure { margin: 0; }
.pictures figcaption { color: var(--ink-3); font-size: var(--text-sm); }
.pictures .output { margin-top: var(--space-1); }
.image { display: inline-block; border-radius: var(--radius-md); }
.output > .image { border: 1px solid var(--line); }
@media screen and (prefers-color-scheme: dark) { .image { background: var(--paper); filter: brightness(0.88); } }
pre.error { padding: var(--space-3) var(--space-4); border: 1px solid var(--danger-line); border-radius: var(--radius-md); background: var(--danger-soft); }
.tok-keyword, .tok-operatorKeyword { color: var(--code-keyword); }
.tok-string, .tok-string2 { color: var(--code-string); }
.tok-number, .tok-bool, .tok-atom { color: var(--code-number); }
.tok-comment { color: var(--code-comment); }
.tok-variableName.tok-definition, .tok-propertyName, .tok-className { color: var(--code-name); }
.tok-operator { color: var(--code-operator); }
@media (width < 44rem) { .pictures { grid-template-columns: minmax(0, 1fr); } h1 { font-size: var(--text-xl); } main { padding-top: var(--space-4); } }
@media screen {
  .parts, .paper { display: none; }
  /* What is wider than the text takes room on both sides. */
  .output:has(> table, > * > table) { width: fit-content; min-width: 100%; max-width: min(var(--wide), 100vw - 3rem); margin-left: 50%; translate: -50%; }
}
@media print {
  [data-parts] { display: none; }
  :root { color-scheme: light; }
  main { width: 100%; padding: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  details::details-content { display: block; content-visibility: visible; }
  .output, .source, .table, math { overflow: visible; }
  .output:has(table), .table, pre.output { background: none; }
  .parts > .facts { margin: var(--space-3) 0 var(--space-1); break-after: avoid; }
  :is(.output, .parts, .answer, .prose) :is(th, td) { padding: 1px 3px; font-size: var(--print-size, 12px); line-height: 1.4; overflow-wrap: break-word; }
  .chart:has(> .paper) > :not(.paper) { display: none; }
  .source { max-height: none; }
  .prompt, h1, h2, h3, h4 { break-after: avoid; }
  .answer > :is(p, pre), img, tr, .chart { break-inside: avoid; }
  p, li { orphans: 3; widows: 3; }
}
`;
