import { useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { LabelSubject } from "../../../../domain/placeholder-names.ts";
import { PRINT_FORMAT } from "../../../../records/printing.ts";
import { labelsOf } from "../../../../records/record.ts";
import { call } from "../../../api/call.ts";
import type { PrintFormat } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { useStatuses } from "../../../printing/use-statuses.ts";
import { Button } from "../../../ui/button.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { onFirstClick } from "../../../ui/first-click.ts";
import { Select } from "../../../ui/select.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import type { FoundArticle } from "../../articles/find-article.tsx";
import type { FormFields } from "../../forms/form.tsx";
import { LabelPicture, usePicture } from "../../label-preview/label-picture.tsx";
import { LocationField } from "../../locations/tree/location-field.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { useFirstPrinter } from "../first-printer.ts";
import { LanguageField } from "../printer-fields.tsx";
import { nameWithFault, type PrinterTypeName } from "../printer-types.ts";
import { type DraftLabel, Outcome, useTestPrint } from "../test-print.tsx";
import { PlaceholderMenu } from "./fields/placeholder-menu.tsx";
import { SampleArticle } from "./fields/sample-article.tsx";
import styles from "./template-field.module.css";

/** The fields of a label with a template. */
export interface LabelValues extends Pick<PrintFormat, "name" | "subject"> {
  readonly template: string;
  readonly printerTypeId: number;
}

interface EditorProps {
  readonly form: FormFields<LabelValues>;
  readonly types: readonly PrinterTypeName[];
}

/** The delay of a request for the preview after typing. */
const PAUSE_MS = 300;

/** The template with its live preview, the article of the preview, and a printer to test it. */
export function LabelEditor({ form, types }: EditorProps) {
  const { printerTypeId, template, subject } = form.values;
  const [article, setArticle] = useState<FoundArticle | null>(null);
  const [locationId, setLocationId] = useState<number | null>(null);
  const record =
    subject === "article"
      ? article !== null && { articleId: article.oid }
      : locationId !== null && { locationId };
  const draft = { template, subject, ...(record !== false && record) };
  const drawn = usePicture(call("POST /api/printingformats/preview", { body: { ...draft, printerTypeId } }), {
    pauseMs: PAUSE_MS,
  });
  return (
    <>
      <Fields>
        <NameAndSubject form={form} />
        <LanguageField {...form.field("printerTypeId")} types={types} />
      </Fields>
      <div class="label-editor">
        <TemplateField
          subject={subject}
          template={template}
          faultLine={drawn.line}
          onTemplate={(next) => form.set({ template: next })}
        />
        <div>
          <LabelPicture drawn={drawn} label={t(msg("Label preview"))} />
          {subject === "article" ? (
            <SampleArticle article={article} onArticle={setArticle} />
          ) : (
            <div class="sample">
              <LocationField
                label={t(msg("Preview with a location"))}
                value={locationId}
                onValue={setLocationId}
              />
            </div>
          )}
          <TryLabel draft={draft} printerTypeId={printerTypeId} />
        </div>
      </div>
      <p class="muted">
        {t(msg("Changes apply to labels requested from now on. Labels already in the queue do not change."))}
      </p>
    </>
  );
}

type Named = Pick<LabelValues, "name" | "subject">;

interface NamedProps<T extends Named> {
  readonly form: Pick<FormFields<T>, "field"> & { set(changed: Partial<Named>): void };
}

/** The name of a label, drawn or written, and what it labels. */
export function NameAndSubject<T extends Named>({ form }: NamedProps<T>) {
  return (
    <>
      <TextField {...form.field("name")} name="name" />
      <Select
        {...form.field("subject")}
        items={SUBJECTS.map(({ value, label }) => ({ value, label: t(label) }))}
      />
    </>
  );
}

/** The labels of the fields of a label format, drawn or written. */
export const LABEL_TEXTS = { ...labelsOf(PRINT_FORMAT), printerTypeId: msg("Language") };

/** What a label is made for. */
export const SUBJECTS = [
  { value: "article", label: msg("Articles") },
  { value: "location", label: msg("Locations") },
] as const;

interface TryProps {
  readonly draft: DraftLabel;
  readonly printerTypeId: number;
}

/** Prints the current template, saved or not, on a printer of its language. */
function TryLabel({ draft, printerTypeId }: TryProps) {
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printRequests"] });
  const [wanted, setWanted] = useState<number | null>(null);
  const test = useTestPrint();
  const fitting = (printers.body ?? []).filter((one) => one.printerTypeId === printerTypeId && one.isActive);
  const conditions = useStatuses(fitting.map(({ oid }) => oid));
  const first = useFirstPrinter(fitting, conditions);
  const chosen = fitting.find(({ oid }) => oid === wanted) ?? first;
  if (chosen === null)
    return printers.body === null ? null : (
      <p class="muted">{t(msg("No enabled printer uses this language."))}</p>
    );
  return (
    <div class="try-label">
      <Toolbar class="try-controls">
        <Select
          class="try-label-printer"
          label={t(msg("Printer"))}
          items={fitting.map(({ oid, name }) => ({
            value: String(oid),
            label: nameWithFault(name, conditions.get(oid)),
          }))}
          value={String(chosen.oid)}
          onValue={(oid) => setWanted(Number(oid))}
        />
        <Button
          disabled={test.isBusy}
          onClick={onFirstClick(() => {
            setWanted(chosen.oid);
            return test.print(chosen.oid, draft);
          })}
        >
          {t(msg("Print now"))}
        </Button>
      </Toolbar>
      <Problem text={test.problem} />
      {test.oid !== null && <Outcome oid={test.oid} />}
    </div>
  );
}

interface FieldProps {
  readonly subject: LabelSubject;
  readonly template: string;
  readonly onTemplate: (template: string) => void;
  /** The line with the error, from 1 on. */
  readonly faultLine: number | null;
}

/** The text of the template with numbered lines, and the menu of placeholders. */
function TemplateField({ subject, template, onTemplate, faultLine }: FieldProps) {
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
