// The Python editor of the exercise page. Bundled by `python -m mha_course.build_editor`; the page works without it.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Colours are the page's own tokens, so that light and dark follow the page without a second theme.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.operatorKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--code-name)" },
  { tag: [tags.meta], color: "var(--code-name)" },
]);

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--code-paper)", fontSize: "inherit" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.6", minHeight: "var(--editor-least-height)", maxHeight: "var(--editor-most-height)" },
  ".cm-content": { caretColor: "var(--ink)", padding: "12px 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--code-paper)", color: "var(--ink-faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--code-selection)",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--code-selection)", outline: "1px solid var(--line-strong)" },
  ".cm-wrong-line": { backgroundColor: "var(--wrong-paper)", boxShadow: "inset 3px 0 var(--wrong)" },
});

const markWrongLine = StateEffect.define();

const wrongLine = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(markWrongLine)) continue;
      const isThere = effect.value && effect.value <= transaction.state.doc.lines;
      if (!isThere) return Decoration.none;
      const from = transaction.state.doc.line(effect.value).from;
      return Decoration.set([Decoration.line({ class: "cm-wrong-line" }).range(from)]);
    }
    // The mark stands for the code that was graded; the first keystroke makes it a different program.
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Typing over a selection of several lines, browsers keep the look of what they delete in a style attribute, which the
// content policy refuses and reports. So the editor replaces such a selection itself.
const replaceLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = view.state.selection.main;
    const isOverLines = view.state.doc.lineAt(from).number !== view.state.doc.lineAt(to).number;
    if (event.inputType !== "insertText" || event.data === null || !isOverLines || view.composing) return false;
    event.preventDefault();
    const replace = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type" });
    const isTaken = view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, event.data, replace));
    if (!isTaken) view.dispatch(replace());
    return true;
  },
});

/**
 * Puts an editor in place of `textarea`, which stays in the form and keeps the same text.
 * Tab indents; Escape and then Tab leaves the editor.
 *
 * @param {HTMLTextAreaElement} textarea
 * @param {{label: string, description: string, onChange: (text: string) => void, onSubmit: (isVisibleOnly: boolean) => void}} options
 */
export function mountEditor(textarea, { label, description, onChange, onSubmit }) {
  const submit = (isVisibleOnly) => () => {
    onSubmit(isVisibleOnly);
    return true;
  };
  const host = document.createElement("div");
  host.className = "editor-host";
  const shadow = host.attachShadow({ mode: "open" });
  const view = new EditorView({
    // In a shadow root the editor adopts constructed style sheets, which the content policy allows; in the document
    // itself it would write a <style> element, which the policy forbids.
    parent: shadow,
    root: shadow,
    state: EditorState.create({
      doc: textarea.value,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of("    "),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        python(),
        syntaxHighlighting(colours),
        wrongLine,
        replaceLines,
        keymap.of([
          { key: "Mod-Enter", run: submit(false), shift: submit(true) },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-description": description,
          spellcheck: "false",
          autocapitalize: "off",
          lang: "en",
        }),
        look,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          textarea.value = update.state.doc.toString();
          onChange(textarea.value);
        }),
      ],
    }),
  });
  textarea.hidden = true;
  textarea.after(host);
  return {
    focus: () => view.focus(),
    read: () => view.state.doc.toString(),
    write: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    markLine: (line) => view.dispatch({ effects: markWrongLine.of(line) }),
  };
}
