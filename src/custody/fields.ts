import { isSignature, MAX_SIGNATURE_LENGTH, SIGNATURE_PATTERN } from "../domain/custody.ts";
import { msg } from "../domain/message.ts";
import { lines, linesOrNull, rule } from "../http/endpoint/fields.ts";

const isPath = rule(isSignature, msg("must be strokes in a field of 600 by 200, such as M10 20L30 40"));

/** The fields of what is noted at a hand-over or return. */
export const notedFields = () => ({
  note: linesOrNull().optional().describe("the condition of the article"),
  signature: lines(MAX_SIGNATURE_LENGTH)
    .refine(...isPath)
    .meta({ pattern: SIGNATURE_PATTERN.source })
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
