import { previewDrawnLabel } from "../../../../api/console/printing.ts";
import { requestAsUser } from "../../../../api/tokens.ts";
import type { DrawnBitmap } from "./exact-preview.ts";
import type { PreviewInput } from "./use-exact-preview.ts";

/** Requests the bitmap of a layout, and what is wrong with its elements. */
export async function requestBitmap(
  { layout, dpi, record }: PreviewInput,
  signal: AbortSignal,
): Promise<DrawnBitmap> {
  const body = { layout, dpi, ...record };
  const { picture, problems } = await requestAsUser(previewDrawnLabel({ body }), { signal });
  const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
  return { layout, picture: new Blob([bytes], { type: "image/png" }), problems };
}
