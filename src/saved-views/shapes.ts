import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { SAVED_VIEW } from "../records/saved-view.ts";

/** A saved view as JSON. */
export const SavedView = namedObject("SavedView", {
  oid: z.int(),
  ...listFields(SAVED_VIEW, {}),
  isShared: z.boolean().describe("false: the caller's own, which nobody else sees"),
});
export type SavedView = z.output<typeof SavedView>;
