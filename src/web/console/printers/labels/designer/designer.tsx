import { useRef, useState } from "preact/hooks";
import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import type { LabelSubject } from "../../../../../domain/placeholder-names.ts";
import { t } from "../../../../i18n/translate.ts";
import type { FoundArticle } from "../../../articles/find-article.tsx";
import { ProblemList } from "../../../label-preview/problem-list.tsx";
import type { PreviewRecord } from "../../../label-preview/request-bitmap.ts";
import { LocationField } from "../../../locations/tree/location-field.tsx";
import { SampleArticle } from "../fields/sample-article.tsx";
import { Canvas } from "./canvas.tsx";
import styles from "./designer.module.css";
import { InsertBar } from "./insert-bar.tsx";
import { Panel } from "./panel.tsx";
import { PreviewBar } from "./preview-bar.tsx";
import { only } from "./selection.ts";
import { SelectionStatus } from "./selection-status.tsx";
import { ToolBar } from "./tool-bar.tsx";
import { type Drawing, useDesigner } from "./use-designer.ts";
import { useExactPreview } from "./use-exact-preview.ts";
import { useZoom } from "./use-fit.ts";
import { useKeys } from "./use-keys.ts";
import { usePreviewPrinter } from "./use-preview-printer.ts";

/** The designer of a label. */
export interface DesignerProps {
  readonly subject: LabelSubject;
  readonly layout: LabelLayout;
  readonly onDrawing: (drawing: Drawing) => void;
}

/** Draws a label: palette and tools above the canvas, properties beside it, the preview's printer and article below. */
export function Designer({ subject, layout, onDrawing }: DesignerProps) {
  const designer = useDesigner({ subject, layout }, onDrawing);
  const target = usePreviewPrinter();
  const [article, setArticle] = useState<FoundArticle | null>(null);
  const [locationId, setLocationId] = useState<number | null>(null);
  const record: PreviewRecord =
    subject === "article"
      ? { subject, ...(article !== null && { articleId: article.oid }) }
      : { subject, ...(locationId !== null && { locationId }) };
  // During a drag the bitmap is of what is shown.
  const [shown, setShown] = useState(layout);
  const preview = useExactPreview({ layout: shown, dpi: target.dpi, record });
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const zoom = useZoom(canvas, designer.layout);
  const cancelDrag = useRef(() => false);
  useKeys(designer, root, () => cancelDrag.current());
  return (
    <div ref={root} class={styles["designer"]}>
      <SelectionStatus designer={designer} />
      <div class={styles["bars"]}>
        <InsertBar designer={designer} />
        <ToolBar designer={designer} zoom={zoom} />
      </div>
      <div class={styles["workspace"]}>
        <Canvas
          designer={designer}
          preview={preview}
          zoom={zoom}
          host={canvas}
          cancelDrag={cancelDrag}
          onLayout={setShown}
        />
        <ProblemList
          layout={designer.layout}
          problems={preview.problems}
          notice={preview.notice}
          onSelect={(id) => designer.select(only(id))}
        />
        <PreviewBar layout={designer.layout} target={target} record={record}>
          {subject === "article" ? (
            <SampleArticle article={article} onArticle={setArticle} />
          ) : (
            <LocationField
              label={t(msg("Preview with a location"))}
              value={locationId}
              onValue={setLocationId}
            />
          )}
        </PreviewBar>
      </div>
      <Panel subject={subject} designer={designer} problems={preview.problems} />
    </div>
  );
}
