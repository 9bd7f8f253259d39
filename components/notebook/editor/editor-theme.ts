/** The look of the editor, by the page's tokens. The colors of code are those of `code-tokens.module.css`. */
import { EditorView } from '@codemirror/view';

const FLOATING = {
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius-md)',
  background: 'var(--surface)',
  color: 'var(--ink)',
  boxShadow: 'var(--shadow-2)',
};

export const EDITOR_THEME = EditorView.theme({
  '&': { color: 'inherit', background: 'var(--surface)', fontSize: 'inherit' },
  // Inside, because the cell clips what reaches outside it.
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px', borderRadius: 'inherit' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.65', borderRadius: 'inherit' },
  '.cm-content': { padding: 'var(--space-3) 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 var(--space-4)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
  '.cm-searchMatch': { background: 'var(--warning-soft)', outline: '1px solid var(--warning-line)' },
  '.cm-searchMatch-selected': { background: 'var(--warning-line)' },
  '.cm-tooltip': FLOATING,
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
    maxHeight: '16rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px var(--space-3)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-fill)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { color: 'var(--ink-3)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-inspection': { maxWidth: 'min(44rem, 90vw)', maxHeight: '18rem', overflow: 'auto' },
  '.cm-inspection pre': {
    padding: 'var(--space-2) var(--space-3)',
    fontSize: 'var(--text-xs)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-panels': { background: 'var(--surface-code)', color: 'var(--ink)', border: '0' },
  '.cm-panel.cm-search': { padding: 'var(--space-2)', fontFamily: 'var(--font-sans)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--text-xs)' },
  '.cm-textfield': {
    border: '1px solid var(--control-line)',
    background: 'var(--surface)',
    color: 'var(--ink)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    background: 'var(--surface)',
    color: 'var(--ink)',
  },
});
