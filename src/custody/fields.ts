import { linesOrNull, signature } from "../http/endpoint/fields.ts";

/** The fields of what is noted at a hand-over or return. */
export const notedFields = () => ({
  note: linesOrNull().optional().describe("the condition of the article"),
  signature: signature()
    .nullable()
    .optional()
    .describe("the person's signature: strokes as an SVG path of lines in a field of 600 by 200"),
});

/** The noted values of a body. */
export function notedOf({
  note = null,
  signature = null,
}: {
  readonly note?: string | null | undefined;
  readonly signature?: string | null | undefined;
}) {
  return { note, signature };
}
