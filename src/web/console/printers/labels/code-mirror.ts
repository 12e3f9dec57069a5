import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from "@codemirror/view";

/** The editor of a template. */
export interface TemplateEditor {
  text(): string;
  /** Replaces the text without reporting a change. */
  setText(text: string): void;
  /** Inserts text at the cursor, in place of the selection. */
  insert(text: string): void;
  /** Marks the line with the error; null: none. */
  markLine(line: number | null): void;
  destroy(): void;
}

interface Options {
  readonly text: string;
  readonly label: string;
  readonly onText: (text: string) => void;
}

const fromOutside = Annotation.define<boolean>();
const setFault = StateEffect.define<number | null>();
const faultLine = Decoration.line({ class: "cm-fault" });

const fault = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    const set = effects.find((effect) => effect.is(setFault));
    if (set === undefined) return marks.map(changes);
    const line: unknown = set.value;
    if (typeof line !== "number" || line > state.doc.lines) return Decoration.none;
    return Decoration.set(faultLine.range(state.doc.line(line).from));
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  "&": {
    height: "100%",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    backgroundColor: "var(--ground)",
    color: "var(--text)",
  },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { overflow: "auto", fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--raised)",
    color: "var(--muted)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-fault": { textDecoration: "underline wavy var(--danger)", backgroundColor: "var(--raised)" },
});

/**
 * Creates the editor in `host`, in a shadow tree: the page's content security policy forbids styles that a script
 * adds to the page itself. Tab moves the focus, so the editor is no keyboard trap.
 */
export function createEditor(host: HTMLElement, { text, label, onText }: Options): TemplateEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        fault,
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          const isOutside = update.transactions.some((one) => one.annotation(fromOutside) === true);
          if (update.docChanged && !isOutside) onText(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText(next) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: fromOutside.of(true),
      });
    },
    insert(what) {
      view.dispatch(view.state.replaceSelection(what), { scrollIntoView: true });
      view.focus();
    },
    markLine: (line) => view.dispatch({ effects: setFault.of(line) }),
    destroy: () => view.destroy(),
  };
}
