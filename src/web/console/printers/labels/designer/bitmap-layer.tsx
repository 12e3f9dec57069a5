import type { LabelLayout, LayoutElement } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { isLine } from "../../../label-preview/element-names.ts";
import styles from "./bitmap-layer.module.css";
import { type Box, boxOf, overlaps } from "./geometry.ts";
import type { ExactPreview } from "./use-exact-preview.ts";

interface LayerProps {
  readonly preview: ExactPreview;
  readonly layout: LabelLayout;
  readonly scale: number;
}

/** The server's bitmap, with the changes since: elements move at once, and the next bitmap replaces their pieces. */
export function BitmapLayer({ preview: { bitmap }, layout, scale }: LayerProps) {
  const drawn = bitmap?.layout ?? null;
  const { covered, pieces } = differences(drawn, layout);
  return (
    <div class={styles["bitmap"]}>
      {bitmap !== null && (
        <img
          src={bitmap.url}
          alt={t(msg("Label preview"))}
          draggable={false}
          style={{
            width: `${bitmap.layout.widthMm * scale}px`,
            height: `${bitmap.layout.heightMm * scale}px`,
          }}
        />
      )}
      {covered.map((box, i) => (
        <div key={i} class={styles["cover"]} style={placeOf(box, scale)} />
      ))}
      {pieces.map((piece) => (
        <PieceView
          key={piece.element.id}
          piece={piece}
          scale={scale}
          bitmap={bitmap === null ? null : { url: bitmap.url, layout: bitmap.layout }}
        />
      ))}
    </div>
  );
}

interface PieceProps {
  readonly piece: Piece;
  readonly scale: number;
  readonly bitmap: { readonly url: string; readonly layout: LabelLayout } | null;
}

function PieceView({ piece: { element, from, to }, scale, bitmap }: PieceProps) {
  const place = placeOf(to, scale);
  if (from !== null && bitmap !== null) {
    return <div class={styles["piece"]} style={{ ...place, ...partOf(bitmap, from, to, scale) }} />;
  }
  if (element.kind === "box")
    return <div class={styles["stroke"]} style={{ ...place, ...strokeOf(element, scale) }} />;
  return (
    <div class={styles["sketch"]} style={place}>
      {element.kind === "picture" ? null : <span>{element.text}</span>}
    </div>
  );
}

/** The background that shows a part of the bitmap, stretched to its new box. */
function partOf(
  { url, layout }: { readonly url: string; readonly layout: LabelLayout },
  from: Box,
  to: Box,
  scale: number,
) {
  const wide = (to.width / from.width) * scale;
  const high = (to.height / from.height) * scale;
  return {
    backgroundImage: `url(${url})`,
    backgroundSize: `${layout.widthMm * wide}px ${layout.heightMm * high}px`,
    backgroundPosition: `${-from.x * wide}px ${-from.y * high}px`,
  };
}

function strokeOf(element: Extract<LayoutElement, { kind: "box" }>, scale: number) {
  if (element.isFilled || isLine(element)) return { background: "#000000" };
  return { borderWidth: `${Math.max(1, element.strokeMm * scale)}px` };
}

/** The place of a box in the label, in pixels. */
export const placeOf = ({ x, y, width, height }: Box, scale: number) => ({
  left: `${x * scale}px`,
  top: `${y * scale}px`,
  width: `${width * scale}px`,
  height: `${height * scale}px`,
});

/** An element that is shown over the last bitmap until the next one is there. */
interface Piece {
  readonly element: LayoutElement;
  /** The part of the bitmap that shows it; null: none does. */
  readonly from: Box | null;
  readonly to: Box;
}

/** The differences between the bitmap's layout and the current one. */
interface Differences {
  /** Parts of the bitmap that are no longer true: covered with white. */
  readonly covered: readonly Box[];
  readonly pieces: readonly Piece[];
}

/**
 * Compares the layout that the bitmap shows with the current one. A moved or resized element is a piece of the bitmap at
 * its new place, a new one is an empty piece, a deleted one is covered. Unchanged elements below a cover are pieces, too.
 */
export function differences(drawn: LabelLayout | null, now: LabelLayout): Differences {
  const before = new Map((drawn?.elements ?? []).map((element) => [element.id, element]));
  const after = new Map(now.elements.map((element) => [element.id, element]));
  const covered = [...before.values()]
    .filter((old) => {
      const current = after.get(old.id);
      return current === undefined || !isAtSamePlace(old, current);
    })
    .map(boxOf);
  const pieces = now.elements.flatMap((element): Piece[] => {
    const old = before.get(element.id);
    const to = boxOf(element);
    if (old === undefined) return [{ element, from: null, to }];
    const isStill = isAtSamePlace(old, element);
    if (isStill && !covered.some((box) => overlaps(box, to))) return [];
    // A turned element has no picture that could be moved, and that of a frame shows what is inside.
    const hasPicture = old.rotation === element.rotation && element.kind !== "box";
    return [{ element, from: hasPicture ? boxOf(old) : null, to }];
  });
  return { covered, pieces };
}

function isAtSamePlace(one: LayoutElement, other: LayoutElement): boolean {
  const a = boxOf(one);
  const b = boxOf(other);
  return (
    one.rotation === other.rotation &&
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.height === b.height
  );
}
