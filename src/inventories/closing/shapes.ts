import { z } from "zod";

const effect = () => z.object({ articles: z.int(), pieces: z.int() });

/** What a close would do. */
export const ClosePreview = z
  .object({
    cursor: z.string().describe("the version of the items, for `seen` of the close"),
    moved: effect().describe("the same number of pieces, of which `pieces` are at other locations"),
    more: effect().describe("stock that grows by `pieces`"),
    fewer: effect().describe("stock that shrinks by `pieces`"),
    added: effect().describe("no recorded stock; `pieces` are added"),
    removed: effect().describe("all `pieces` are removed"),
    disposals: z.int().describe("disposal requests"),
    notCounted: z.int().describe("expected items that are not counted, and do not change"),
  })
  .meta({ id: "ClosePreview" });
export type ClosePreview = z.output<typeof ClosePreview>;
