import { useEffect, useRef } from "preact/hooks";
import type { LabelLayout, LayoutElement } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { isLine, nameOf, placeText } from "../../../label-preview/element-names.ts";
import { BitmapLayer, placeOf } from "./bitmap-layer.tsx";
import styles from "./canvas.module.css";
import { type Box, boxOf } from "./geometry.ts";
import { HANDLES, type Handle } from "./resize.ts";
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

interface ElementProps {
  readonly element: LayoutElement;
  readonly scale: number;
  readonly isSelected: boolean;
  readonly hasProblem: boolean;
  readonly order: number;
  readonly onPress: (event: PointerEvent) => void;
  /** It got the focus by the keyboard. */
  readonly onFocus: () => void;
}

/** The least side of an element under the pointer, in pixels: a line is thinner. */
const MIN_TARGET_PX = 12;

/** An element on the canvas: selected and dragged by the pointer, selected by the focus, moved by the arrow keys. */
function CanvasElement(props: ElementProps) {
  const { element, scale, isSelected, hasProblem, order, onPress, onFocus } = props;
  const box = boxOf(element);
  const width = Math.max(MIN_TARGET_PX, box.width * scale);
  const height = Math.max(MIN_TARGET_PX, box.height * scale);
  const isFrame = element.kind === "box" && !element.isFilled && !isLine(element);
  const look = [
    styles["element"],
    isSelected && styles["isSelected"],
    isFrame && styles["isFrame"],
    hasProblem && styles["hasProblem"],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus selects it, and the arrow keys move it
      tabIndex={0}
      data-element={element.id}
      class={look.filter(Boolean).join(" ")}
      aria-label={`${nameOf(element)}, ${placeText(element)}${hasProblem ? `, ${t(msg("has a problem"))}` : ""}`}
      style={{
        left: `${(box.x + box.width / 2) * scale - width / 2}px`,
        top: `${(box.y + box.height / 2) * scale - height / 2}px`,
        width: `${width}px`,
        height: `${height}px`,
        zIndex: order,
      }}
      onPointerDown={onPress}
      // A press of the pointer has selected it already.
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && onFocus()}
    >
      {hasProblem && (
        <span class={styles["mark"]}>
          <Icon name="warning" size={14} />
        </span>
      )}
    </div>
  );
}

interface HandlesProps {
  readonly box: Box;
  readonly scale: number;
  readonly onPress: (event: PointerEvent, handle: Handle) => void;
}

/** The handles at the edges would cover a side that is shorter, in pixels. */
const ROOM_PX = 30;

/** The frame of the selected element with its handles. The keyboard changes the size in the panel. */
function Handles({ box: { x, y, width, height }, scale, onPress }: HandlesProps) {
  const shown = HANDLES.filter((handle) => {
    if (handle === "n" || handle === "s") return width * scale >= ROOM_PX;
    if (handle === "e" || handle === "w") return height * scale >= ROOM_PX || height * scale < 8;
    return height * scale >= 8 && width * scale >= 8;
  });
  const at = (handle: Handle) => ({
    left: `${(x + width * share(handle, "w", "e")) * scale}px`,
    top: `${(y + height * share(handle, "n", "s")) * scale}px`,
  });
  return (
    <div class={styles["handles"]} aria-hidden="true">
      {shown.map((handle) => (
        <div
          key={handle}
          data-handle={handle}
          class={`${styles["handle"]} ${styles[`handle-${handle}`]}`}
          style={at(handle)}
          onPointerDown={(event) => onPress(event, handle)}
        />
      ))}
    </div>
  );
}

const share = (handle: Handle, near: string, far: string) =>
  handle.includes(near) ? 0 : handle.includes(far) ? 1 : 0.5;

interface RulersProps {
  readonly layout: LabelLayout;
  readonly scale: number;
}

/** The distance of marks that can be told apart, and of their numbers, in pixels. */
const MIN_MARK_PX = 4;
const MIN_NUMBER_PX = 28;

/** Rulers in millimetres above and left of the label. */
function Rulers({ layout: { widthMm, heightMm }, scale }: RulersProps) {
  return (
    <>
      <svg
        class={styles["ruler"]}
        style={{
          left: `${RULER_PX}px`,
          top: "0",
          width: `${widthMm * scale + 1}px`,
          height: `${RULER_PX}px`,
        }}
        aria-hidden="true"
      >
        <path d={marks(widthMm, scale, (at, length) => `M${at} ${RULER_PX}v-${length}`)} />
        {numbers(widthMm, scale).map((mm) => (
          <text key={mm} x={mm * scale + 2} y={10}>
            {mm}
          </text>
        ))}
      </svg>
      <svg
        class={styles["ruler"]}
        style={{
          left: "0",
          top: `${RULER_PX}px`,
          width: `${RULER_PX}px`,
          height: `${heightMm * scale + 1}px`,
        }}
        aria-hidden="true"
      >
        <path d={marks(heightMm, scale, (at, length) => `M${RULER_PX} ${at}h-${length}`)} />
        {numbers(heightMm, scale).map((mm) => (
          <text key={mm} x={1} y={mm * scale + 10}>
            {mm}
          </text>
        ))}
      </svg>
    </>
  );
}

function marks(lengthMm: number, scale: number, mark: (at: number, length: number) => string): string {
  const step = [1, 5, 10].find((mm) => mm * scale >= MIN_MARK_PX) ?? 10;
  let path = "";
  for (let mm = 0; mm <= lengthMm; mm += step) {
    path += mark(Math.round(mm * scale) + 0.5, mm % 10 === 0 ? 10 : mm % 5 === 0 ? 7 : 4);
  }
  return path;
}

function numbers(lengthMm: number, scale: number): readonly number[] {
  const step = [10, 20, 50, 100].find((mm) => mm * scale >= MIN_NUMBER_PX) ?? 100;
  return Array.from({ length: Math.floor(lengthMm / step) + 1 }, (_, i) => i * step).filter(
    (mm) => mm < lengthMm,
  );
}
