import { useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { LabelSubject } from "../../../../domain/placeholder-names.ts";
import { t } from "../../../i18n/translate.ts";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { PlaceholderMenu } from "./fields/placeholder-menu.tsx";
import styles from "./template-field.module.css";

interface FieldProps {
  readonly subject: LabelSubject;
  readonly template: string;
  readonly onTemplate: (template: string) => void;
  /** The line with the error, from 1 on. */
  readonly faultLine: number | null;
}

/** The text of the template with numbered lines, and the menu of placeholders. */
export function TemplateField({ subject, template, onTemplate, faultLine }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  // Line ends as the browser has them.
  const text = template.replace(/\r\n?/g, "\n");
  const count = text.split("\n").length;
  const fault = faultLine !== null && faultLine <= count ? faultLine : null;
  return (
    <div>
      <Toolbar class="template-head">
        <b id="template-label">{t(msg("Template"))}</b>
        <PlaceholderMenu
          subject={subject}
          label={t(msg("Insert a placeholder"))}
          onInsert={(placeholder) => field.current !== null && insertText(field.current, placeholder)}
        />
      </Toolbar>
      <div class={styles["editor"]}>
        <div class={styles["numbers"]} ref={numbers} aria-hidden="true">
          {numbersFrom(1, (fault ?? count + 1) - 1)}
          {fault !== null && <mark class={styles["fault"]}>{fault}</mark>}
          {fault !== null && numbersFrom(fault + 1, count)}
        </div>
        <textarea
          ref={field}
          class={styles["text"]}
          aria-labelledby="template-label"
          aria-invalid={fault !== null}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => onTemplate(currentTarget.value)}
          onScroll={({ currentTarget: { scrollTop } }) => numbers.current?.scrollTo({ top: scrollTop })}
        />
      </div>
    </div>
  );
}

/** The numbers of these lines, a line each. */
const numbersFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${first + i}\n`).join("");

/** Inserts text at the caret, in place of the selection. */
function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  // Only this command keeps the browser's undo.
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
