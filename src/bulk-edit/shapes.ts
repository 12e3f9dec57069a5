import { z } from "zod";

/** What a bulk edit came to; also the `result` of its job. */
export const BulkEdit = z
  .object({
    changed: z.int(),
    unchanged: z.int().meta({ description: "They had these values already." }),
    refused: z.int(),
    refusals: z
      .array(z.object({ oid: z.int(), article: z.string().nullable(), reason: z.string() }))
      .meta({ description: "The first hundred refused articles." }),
  })
  .meta({ id: "BulkEdit" });
export type BulkEdit = z.output<typeof BulkEdit>;
