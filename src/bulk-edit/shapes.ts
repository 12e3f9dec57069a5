import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";

/** What a bulk edit came to; also the `result` of its job. */
export const BulkEdit = namedObject("BulkEdit", {
  changed: z.int(),
  unchanged: z.int().meta({ description: "They had these values already." }),
  refused: z.int(),
  refusals: z
    .array(z.object({ oid: z.int(), article: z.string().nullable(), reason: z.string() }))
    .meta({ description: "The first hundred refused articles." }),
});
export type BulkEdit = z.output<typeof BulkEdit>;
