import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { BitmapLayer, placeOf } from "./bitmap-layer.tsx";
import styles from "./canvas.module.css";
import { CanvasElement } from "./canvas-element.tsx";
import { type Box, boxOf } from "./geometry.ts";
import { Handles } from "./handles.tsx";
import { Rulers } from "./rulers.tsx";
import { only } from "./selection.ts";
import type { Guide } from "./snapping.ts";
import type { Designer } from "./use-designer.ts";
import { useDrag } from "./use-drag.ts";
import type { ExactPreview } from "./use-exact-preview.ts";
import { RULER_PX, type Zoom } from "./use-fit.ts";

interface CanvasProps {
  readonly designer: Designer;
  readonly preview: ExactPreview;
  readonly zoom: Zoom;
  /** The element that scrolls; its size decides the zoom. */
  readonly host: { current: HTMLDivElement | null };
  /** Set to a function that cancels a drag, and returns whether there was one. */
  readonly cancelDrag: { current: () => boolean };
  readonly onLayout: (layout: Designer["layout"]) => void;
}

/** The label with its rulers. Elements lie over the server's bitmap; they are dragged, resized and selected here. */
export function Canvas({ designer, preview, zoom, host, cancelDrag, onLayout }: CanvasProps) {
  const label = useRef<HTMLDivElement>(null);
  const { scale } = zoom;
  const drag = useDrag(designer, host, label, scale);
  cancelDrag.current = drag.cancel;
  const layout = drag.shown?.layout ?? designer.layout;
  const selection = drag.shown?.selection ?? designer.selection;
  useEffect(() => onLayout(layout), [layout]);

  const problems = new Set(preview.problems.map(({ elementId }) => elementId));
  const chosen = layout.elements.filter(({ id }) => selection.has(id));
  const alone = chosen.length === 1 ? chosen[0] : undefined;
  const size = { width: layout.widthMm * scale, height: layout.heightMm * scale };
  return (
    <div
      ref={host}
      class={styles["canvas"]}
      style={{ height: `${zoom.height}px` }}
      onPointerDown={(event) => drag.press(event, { is: "canvas" })}
      onPointerMove={drag.onMove}
      onPointerUp={drag.onRelease}
      onPointerCancel={drag.onRelease}
    >
      <div
        class={styles["sheet"]}
        style={{ width: `${size.width + RULER_PX}px`, height: `${size.height + RULER_PX}px` }}
      >
        <Rulers layout={layout} scale={scale} />
        <div
          ref={label}
          class={styles["label"]}
          style={{
            left: `${RULER_PX}px`,
            top: `${RULER_PX}px`,
            width: `${size.width}px`,
            height: `${size.height}px`,
          }}
        >
          <BitmapLayer preview={preview} layout={layout} scale={scale} />
          <fieldset class={styles["elements"]}>
            <legend class="sr-only">{t(msg("Elements of the label"))}</legend>
            {layout.elements.map((element) => (
              <CanvasElement
                key={element.id}
                element={element}
                scale={scale}
                isSelected={selection.has(element.id)}
                hasProblem={problems.has(element.id)}
                order={orderOf(layout.elements.map(boxOf), boxOf(element))}
                onPress={(event) => drag.press(event, { is: "element", id: element.id })}
                onFocus={() => !designer.selection.has(element.id) && designer.select(only(element.id))}
              />
            ))}
          </fieldset>
          {alone !== undefined && (
            <Handles
              box={boxOf(alone)}
              scale={scale}
              onPress={(event, handle) => drag.press(event, { is: "resize", id: alone.id, handle })}
            />
          )}
          {drag.shown?.guides.map((guide) => (
            <GuideLine key={`${guide.axis}${guide.at}`} guide={guide} scale={scale} />
          ))}
          {drag.shown?.marquee && (
            <div class={styles["marquee"]} style={placeOf(drag.shown.marquee, scale)} />
          )}
        </div>
      </div>
      {layout.elements.length === 0 && (
        <p class={styles["hint"]}>
          {t(msg("Add the first element: a text, a field of the article, a code …"))}
        </p>
      )}
    </div>
  );
}

/** Smaller elements lie above larger ones, so that each can be reached. */
const orderOf = (all: readonly Box[], { width, height }: Box) =>
  all.filter((box) => box.width * box.height > width * height).length;

const GuideLine = ({ guide: { axis, at }, scale }: { readonly guide: Guide; readonly scale: number }) => (
  <div
    class={axis === "x" ? styles["guideX"] : styles["guideY"]}
    style={{ [axis === "x" ? "left" : "top"]: `${at * scale}px` }}
  />
);
