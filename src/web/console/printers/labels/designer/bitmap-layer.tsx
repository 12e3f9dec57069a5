import type { LabelLayout, LayoutElement } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { isLine } from "../../../label-preview/element-names.ts";
import styles from "./bitmap-layer.module.css";
import type { Box } from "./geometry.ts";
import { differences, type Piece } from "./pieces.ts";
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
