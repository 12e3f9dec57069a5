import type { LabelLayout, Resolution } from "../../domain/label-layout.ts";
import { packRaster, unpackRaster } from "../raster/packed.ts";
import { DOTS_PER_MM } from "./dots.ts";
import type { PreparedLayout } from "./render.ts";

/** A layout for one resolution as plain JSON: its pictures are packed dots in base64, by the ids of their elements. */
export interface StoredLayout {
  readonly layout: LabelLayout;
  readonly dpi: Resolution;
  readonly pictures: Readonly<Record<string, string>>;
}

/** A layout as a job stores it. The PNG files of its pictures are left out. */
export function storeLayout({ layout, dpi, pictures }: PreparedLayout): StoredLayout {
  const elements = layout.elements.map((element) =>
    element.kind === "picture" ? { ...element, picture: "" } : element,
  );
  const packed = Object.entries(pictures).map(([id, bitmap]) => {
    return [id, packRaster({ ...bitmap, dotsPerMm: DOTS_PER_MM[dpi] }).toString("base64")];
  });
  return {
    layout: { ...layout, elements },
    dpi,
    pictures: Object.fromEntries(packed) as Record<string, string>,
  };
}

/** The layout to draw. */
export function restoreLayout({ layout, dpi, pictures }: StoredLayout): PreparedLayout {
  const bitmaps = Object.entries(pictures).map(([id, packed]) => [
    id,
    unpackRaster(Buffer.from(packed, "base64")),
  ]);
  return { layout, dpi, pictures: Object.fromEntries(bitmaps) as PreparedLayout["pictures"] };
}
