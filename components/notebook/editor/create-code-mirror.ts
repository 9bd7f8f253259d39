/** The editor for code. Only this file and those it imports know CodeMirror; they are loaded when first needed. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap, tooltips } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { CodeFieldHandle } from './cell-editors.ts';
import { EDITOR_THEME } from './editor-theme.ts';
import { closeInspection, inspect, inspectionTooltip } from './inspection-tooltip.ts';
import { type AskKernel, createCompletionSource } from './kernel-help.ts';
import { createSqlExtensions, SQL_PARSER } from './sql-extensions.ts';
import type { ReadTarget } from './sql-tables.ts';

/** Typed at once, characters. More comes from the clipboard of an on-screen keyboard. */
const MAX_TYPED = 1000;

interface CodeMirrorOptions {
  parent: HTMLElement;
  text: string;
  /** Of the selection, in UTF-16 code units. */
  anchor: number;
  head: number;
  /** What the field is called, for assistive technology. */
  label: string;
  /** `python` and `sql` are colored, `markdown` is prose, others are plain. */
  language: string;
  onChange: (text: string) => void;
  /** Null when there is no kernel to ask. */
  ask: AskKernel | null;
  /** What SQL asks. */
  readTarget: ReadTarget;
}

export { SQL_PARSER };

export interface CodeMirror extends CodeFieldHandle {
  destroy(): void;
}

export function createCodeMirror(options: CodeMirrorOptions): CodeMirror {
  const { parent, text, anchor, head } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor, head },
      extensions: listExtensions(options),
    }),
  });
  return {
    readText: () => view.state.doc.toString(),
    readCursor: () => view.state.selection.main.head,
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function listExtensions(options: CodeMirrorOptions): Extension[] {
  const { parent, label, language, onChange } = options;
  const isProse = language === 'markdown';
  return [
    EDITOR_THEME,
    history(),
    search({ top: true }),
    indentUnit.of('    '),
    EditorState.tabSize.of(4),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Where Tab leads anyway: said for those who look for what scrolls and cannot be reached.
      tabindex: '0',
      spellcheck: String(isProse),
      autocapitalize: isProse ? 'sentences' : 'off',
    }),
    EditorView.domEventHandlers({ beforeinput: insertLongText }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
    EditorView.scrollMargins.of(readCovered),
    // A cell clips what reaches outside it.
    tooltips({ parent: parent.closest('main') ?? document.body }),
    isProse ? EditorView.lineWrapping : listCodeExtensions(options),
    keymap.of([
      ...closeBracketsKeymap,
      // The page handles the keys that run and leave a cell, also while text is selected.
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Escape'),
      ...historyKeymap,
      ...searchKeymap,
    ]),
  ];
}

/**
 * What the page's header and dock cover of the window, in pixels, where they reach the editor: the line being written stays
 * in between. Elsewhere nothing: CodeMirror takes it off what is seen of the editor, and hides its lists behind that.
 */
function readCovered({ scrollDOM }: EditorView): { top: number; bottom: number } {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const { top, bottom } = scrollDOM.getBoundingClientRect();
  const [above, below] = [scrollPaddingTop, scrollPaddingBottom].map((text) => Number.parseFloat(text) || 0);
  return {
    top: above && top < above ? above : 0,
    bottom: below && bottom > innerHeight - below ? below : 0,
  };
}

/** The browser would first draw it as it is, which takes minutes for some thousand lines. */
function insertLongText(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  if (inputType !== 'insertText' || !data || data.length <= MAX_TYPED) return false;
  view.dispatch(view.state.replaceSelection(data), { scrollIntoView: true, userEvent: 'input.paste' });
  return true;
}

function listCodeExtensions({ language, ask, readTarget }: CodeMirrorOptions): Extension[] {
  /** The text at the last press of Tab. */
  let asked: Text | null = null;
  return [
    language === 'python' ? pythonLanguage : [],
    language === 'sql' ? createSqlExtensions(readTarget) : [],
    syntaxHighlighting(classHighlighter),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    inspectionTooltip,
    autocompletion({
      activateOnTyping: false,
      // A list opens only when asked for, so a key that comes soon after it is meant for it.
      interactionDelay: 0,
      // SQL has its own sources.
      ...(language === 'sql'
        ? {}
        : { override: ask ? [createCompletionSource(ask, ({ doc }) => doc === asked)] : [] }),
    }),
    keymap.of([
      {
        key: 'Tab',
        run: (view) => {
          if (acceptCompletion(view)) return true;
          asked = view.state.doc;
          return tab(view);
        },
      },
      { key: 'Shift-Tab', run: (view) => shiftTab(view, ask) },
      { key: 'Escape', run: closeInspection },
    ]),
  ];
}

/** At the start of a line, and with lines selected, Tab indents. */
function tab(view: EditorView): boolean {
  if (isIndenting(view.state)) return indentMore(view);
  return completionStatus(view.state) === 'pending' || startCompletion(view);
}

function shiftTab(view: EditorView, ask: AskKernel | null): boolean {
  if (isIndenting(view.state) || !ask) return indentLess(view);
  inspect(view, ask);
  return true;
}

function isIndenting({ selection: { main }, doc }: EditorState): boolean {
  const line = doc.lineAt(main.head);
  return !main.empty || doc.sliceString(line.from, main.head).trim() === '';
}
