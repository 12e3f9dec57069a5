import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { previewLabel } from "../../../api/console/printing.ts";
import type { PrintFormat } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { LineField } from "../../forms/fields.tsx";
import { LabelPicture } from "../../label-preview/label-picture.tsx";
import { usePicture } from "../../label-preview/use-picture.ts";
import { LanguageField } from "../language-field.tsx";
import type { PrinterTypeName } from "../printer-types.ts";
import { type Sample, SampleArticle } from "./sample-article.tsx";
import { TemplateField } from "./template-field.tsx";
import { TryLabel } from "./try-label.tsx";

/** What somebody says of a label. */
export type LabelValues = Omit<PrintFormat, "oid">;

interface EditorProps {
  readonly values: LabelValues;
  readonly types: readonly PrinterTypeName[];
  readonly errors: Readonly<Record<string, string>>;
  readonly set: <K extends keyof LabelValues>(name: K, value: LabelValues[K]) => void;
}

/** A picture is asked for when nobody has typed for so long. */
const PAUSE_MS = 300;

/** The template beside its live picture, with the article that it is shown with and a printer to try it on. */
export function LabelEditor({ values, types, errors, set }: EditorProps) {
  const { name, printerTypeId, template } = values;
  const [article, setArticle] = useState<Sample | null>(null);
  const drawn = usePicture(previewLabel({ body: { template, printerTypeId, articleId: article?.oid } }), {
    pauseMs: PAUSE_MS,
  });
  return (
    <>
      <div class="fields">
        <LineField
          name="name"
          words={t(LABEL_TEXTS.name)}
          value={name}
          problem={errors["name"]}
          onValue={(next) => set("name", next)}
        />
        <LanguageField
          words={t(LABEL_TEXTS.printerTypeId)}
          types={types}
          value={printerTypeId}
          problem={errors["printerTypeId"]}
          onValue={(oid) => set("printerTypeId", oid)}
        />
      </div>
      <div class="label-editor">
        <TemplateField
          template={template}
          faultLine={drawn.line}
          onTemplate={(next) => set("template", next)}
        />
        <div>
          <LabelPicture drawn={drawn} words={t(TEXTS.picture)} />
          <SampleArticle article={article} onArticle={setArticle} />
          <TryLabel template={template} printerTypeId={printerTypeId} articleId={article?.oid ?? null} />
        </div>
      </div>
      <p class="quiet">{t(TEXTS.keep)}</p>
    </>
  );
}

/** What the fields of a label are called. */
export const LABEL_TEXTS = {
  name: msg("Name"),
  printerTypeId: msg("Language"),
  template: msg("Template"),
};

const TEXTS = {
  picture: msg("Label preview"),
  keep: msg("Changes apply to labels requested from now on. Labels already in the queue do not change."),
};
