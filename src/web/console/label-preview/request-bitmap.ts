import type { LabelLayout, LayoutProblem, Resolution } from "../../../domain/label-layout.ts";
import type { LabelSubject } from "../../../domain/placeholder-names.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";

/** A problem of an element. */
export interface ElementProblem {
  readonly elementId: string;
  readonly problem: LayoutProblem;
}

/** What the server has drawn. */
export interface DrawnBitmap {
  /** The layout that the bitmap shows. */
  readonly layout: LabelLayout;
  readonly picture: Blob;
  readonly problems: readonly ElementProblem[];
}

/** The record whose values a label shows; without an id, sample values. */
export interface PreviewRecord {
  readonly subject: LabelSubject;
  readonly articleId?: number;
  readonly locationId?: number;
}

/** A layout, its record, and the printer that prints it or only a resolution. */
export type BitmapInput = { readonly layout: LabelLayout; readonly record: PreviewRecord } & (
  | { readonly dpi: Resolution }
  | { readonly printerId: number }
);

/** Requests the bitmap of a layout, and what is wrong with its elements. */
export async function requestBitmap(
  { record, ...input }: BitmapInput,
  signal: AbortSignal,
): Promise<DrawnBitmap> {
  const body = { ...input, ...record };
  const { picture, problems } = await requestAsUser(
    call("POST /api/printingformats/layout-preview", { body }),
    { signal },
  );
  const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
  return { layout: input.layout, picture: new Blob([bytes], { type: "image/png" }), problems };
}
