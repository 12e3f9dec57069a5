import { z } from "zod";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { SAVED_VIEW } from "../records/saved-view.ts";

/** A saved view as JSON. */
export const SavedView = z
  .object({
    oid: z.int(),
    ...listFields(SAVED_VIEW, {}),
    isShared: z.boolean().describe("false: the caller's own, which nobody else sees"),
  })
  .meta({ id: "SavedView" });
export type SavedView = z.output<typeof SavedView>;
