import { useEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import { CUSTOM_PLACEHOLDER, type Placeholder, placeholders } from "../../../../domain/placeholder-names.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import type { TemplateEditor } from "./code-mirror.ts";

interface FieldProps {
  readonly template: string;
  readonly onTemplate: (template: string) => void;
  /** The line with the error, from 1 on. */
  readonly faultLine: number | null;
}

/** The editor of the template with the menu of placeholders. The editor is loaded when it is shown. */
export function TemplateField({ template, onTemplate, faultLine }: FieldProps) {
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
        {editor !== null && <PlaceholderMenu onInsert={(text) => editor.insert(text)} />}
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

/** The placeholders of a label. A chosen one is inserted at the cursor. */
function PlaceholderMenu({ onInsert }: { readonly onInsert: (text: string) => void }) {
  const custom = useCustomFields().map(({ name }) => ({ name: `${CUSTOM_PLACEHOLDER}${name}`, label: name }));
  const all = [...placeholders.map((name) => ({ name, label: t(MESSAGES[name]) })), ...custom];
  return (
    <Menu label={t(TEXTS.insert)} class="placeholders">
      {(close) => (
        <fieldset>
          <legend class="sr-only">{t(TEXTS.insert)}</legend>
          {all.map(({ name, label }) => (
            <Button
              key={name}
              kind="plain"
              onClick={() => {
                close();
                onInsert(`{{${name}}}`);
              }}
            >
              <span>{label}</span>
              <code>{`{{${name}}}`}</code>
            </Button>
          ))}
        </fieldset>
      )}
    </Menu>
  );
}

const MESSAGES: Readonly<Record<Placeholder, Message>> = {
  code: msg("Code"),
  name: msg("Name"),
  serialNumber: msg("Serial number"),
  rfId: msg("RFID tag"),
  category: msg("Category"),
  type: msg("Type"),
  state: msg("State"),
  price: msg("Price"),
  location: msg("Location"),
  locationCode: msg("Location code"),
  path: msg("Path"),
  user: msg("User"),
  responsibleUser: msg("Responsible person"),
  note: msg("Note"),
  invoiceNo: msg("Invoice number"),
  purchaseDate: msg("Purchase date"),
  supplier: msg("Supplier"),
  warrantyEnd: msg("Warranty until"),
  oid: msg("Internal ID"),
  tenant: msg("Company"),
  date: msg("Print date"),
  time: msg("Print time"),
};

const TEXTS = {
  template: msg("Template"),
  label: msg("Template. Press Escape, then Tab to leave it."),
  leave: msg("Keyboard: press Escape, then Tab to leave the template; Ctrl+Z to undo."),
  insert: msg("Insert a placeholder"),
};
