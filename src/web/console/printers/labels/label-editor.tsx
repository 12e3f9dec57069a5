import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { previewLabel } from "../../../api/console/printing.ts";
import { listPrinters } from "../../../api/printing.ts";
import type { PrintFormat } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { useStatuses } from "../../../printing/use-statuses.ts";
import { Button } from "../../../ui/button.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import type { FoundArticle } from "../../articles/find-article.tsx";
import { LabelPicture } from "../../label-preview/label-picture.tsx";
import { usePicture } from "../../label-preview/use-picture.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { LanguageField } from "../printer-fields.tsx";
import { nameWithFault, type PrinterTypeName, readyFirst } from "../printer-types.ts";
import { Outcome, useTestPrint } from "../test-print.tsx";
import { SampleArticle } from "./sample-article.tsx";
import { TemplateField } from "./template-field.tsx";

/** The fields of a label format. */
export type LabelValues = Omit<PrintFormat, "oid">;

interface EditorProps {
  readonly values: LabelValues;
  readonly types: readonly PrinterTypeName[];
  readonly errors: Readonly<Record<string, string>>;
  readonly set: <K extends keyof LabelValues>(name: K, value: LabelValues[K]) => void;
}

/** The delay of a request for the preview after typing. */
const PAUSE_MS = 300;

/** The template with its live preview, the article of the preview, and a printer to test it. */
export function LabelEditor({ values, types, errors, set }: EditorProps) {
  const { name, printerTypeId, template } = values;
  const [article, setArticle] = useState<FoundArticle | null>(null);
  const drawn = usePicture(previewLabel({ body: { template, printerTypeId, articleId: article?.oid } }), {
    pauseMs: PAUSE_MS,
  });
  return (
    <>
      <Fields>
        <TextField
          name="name"
          label={t(LABEL_TEXTS.name)}
          value={name}
          problem={errors["name"]}
          onValue={(next) => set("name", next)}
        />
        <LanguageField
          label={t(LABEL_TEXTS.printerTypeId)}
          types={types}
          value={printerTypeId}
          problem={errors["printerTypeId"]}
          onValue={(oid) => set("printerTypeId", oid)}
        />
      </Fields>
      <div class="label-editor">
        <TemplateField
          template={template}
          faultLine={drawn.line}
          onTemplate={(next) => set("template", next)}
        />
        <div>
          <LabelPicture drawn={drawn} label={t(TEXTS.picture)} />
          <SampleArticle article={article} onArticle={setArticle} />
          <TryLabel template={template} printerTypeId={printerTypeId} articleId={article?.oid ?? null} />
        </div>
      </div>
      <p class="muted">{t(TEXTS.keep)}</p>
    </>
  );
}

/** The labels of the fields of a label format. */
export const LABEL_TEXTS = {
  name: msg("Name"),
  printerTypeId: msg("Language"),
  template: msg("Template"),
};

interface TryProps {
  readonly template: string;
  readonly printerTypeId: number;
  readonly articleId: number | null;
}

/** Prints the current template, saved or not, on a printer of its language. */
function TryLabel({ template, printerTypeId, articleId }: TryProps) {
  const printers = useLiveQuery(listPrinters(), { follows: ["printRequests"] });
  const [wanted, setWanted] = useState<number | null>(null);
  const test = useTestPrint();
  const fitting = (printers.body ?? []).filter((one) => one.printerTypeId === printerTypeId && one.isActive);
  const conditions = useStatuses(fitting.map(({ oid }) => oid));
  const chosen = fitting.find(({ oid }) => oid === wanted) ?? readyFirst(fitting, conditions)[0];
  if (chosen === undefined) return printers.body === null ? null : <p class="muted">{t(TEXTS.none)}</p>;
  return (
    <div class="try-label">
      <Toolbar class="try-controls">
        <Select
          class="try-label-printer"
          label={t(TEXTS.printer)}
          items={fitting.map(({ oid, name }) => ({
            value: String(oid),
            label: nameWithFault(name, conditions.get(oid)),
          }))}
          value={String(chosen.oid)}
          onValue={(oid) => setWanted(Number(oid))}
        />
        <Button
          kind="secondary"
          disabled={test.isBusy}
          onClick={() => test.print(chosen.oid, { template, ...(articleId !== null && { articleId }) })}
        >
          {t(TEXTS.print)}
        </Button>
      </Toolbar>
      <Problem text={test.problem} />
      {test.oid !== null && <Outcome oid={test.oid} />}
    </div>
  );
}

const TEXTS = {
  picture: msg("Label preview"),
  keep: msg("Changes apply to labels requested from now on. Labels already in the queue do not change."),
  printer: msg("Printer"),
  print: msg("Print now"),
  none: msg("No enabled printer uses this language."),
};
