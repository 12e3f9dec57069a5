import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { LabelSubject } from "../../../../domain/placeholder-names.ts";
import { t } from "../../../i18n/translate.ts";
import { Toolbar } from "../../../ui/toolbar.tsx";
import type { TemplateEditor } from "./code-mirror.ts";
import { PlaceholderMenu } from "./fields/placeholder-menu.tsx";

interface FieldProps {
  readonly subject: LabelSubject;
  readonly template: string;
  readonly onTemplate: (template: string) => void;
  /** The line with the error, from 1 on. */
  readonly faultLine: number | null;
}

/** The editor of the template with the menu of placeholders. The editor is loaded when it is shown. */
export function TemplateField({ subject, template, onTemplate, faultLine }: FieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<TemplateEditor | null>(null);
  const [isMissing, setMissing] = useState(false);
  const latest = useRef({ template, onTemplate });
  latest.current = { template, onTemplate };
  // The last typed text. When it comes back as the value, it must not replace text that was typed since.
  const typed = useRef(new Set<string>());

  useEffect(() => {
    let made: TemplateEditor | null = null;
    let isHere = true;
    import("./code-mirror.ts").then(
      ({ createEditor }) => {
        if (!isHere || host.current === null) return;
        made = createEditor(host.current, {
          text: latest.current.template,
          label: t(TEXTS.label),
          onText(text) {
            typed.current.add(text);
            latest.current.onTemplate(text);
          },
        });
        setEditor(made);
      },
      () => isHere && setMissing(true),
    );
    return () => {
      isHere = false;
      made?.destroy();
    };
  }, []);
  useEffect(() => {
    if (editor === null) return;
    if (editor.text() !== lines(template)) {
      if (typed.current.has(template)) return;
      editor.setText(template);
    }
    typed.current.clear();
  }, [editor, template]);
  useEffect(() => editor?.markLine(faultLine), [editor, faultLine]);

  return (
    <div class="template">
      <Toolbar class="template-head">
        <b id="template-label">{t(TEXTS.template)}</b>
        {editor !== null && (
          <PlaceholderMenu
            subject={subject}
            label={t(TEXTS.insert)}
            onInsert={(text) => editor.insert(text)}
          />
        )}
      </Toolbar>
      {isMissing ? (
        <textarea
          aria-labelledby="template-label"
          rows={16}
          spellcheck={false}
          value={template}
          onInput={({ currentTarget }) => onTemplate(currentTarget.value)}
        />
      ) : (
        <div class="template-editor" ref={host} />
      )}
      <p class="muted">{t(TEXTS.leave)}</p>
    </div>
  );
}

/** Line ends as the editor has them. */
const lines = (text: string) => text.replace(/\r\n?/g, "\n");

const TEXTS = {
  template: msg("Template"),
  label: msg("Template. Press Escape, then Tab to leave it."),
  leave: msg("Keyboard: press Escape, then Tab to leave the template; Ctrl+Z to undo."),
  insert: msg("Insert a placeholder"),
};
