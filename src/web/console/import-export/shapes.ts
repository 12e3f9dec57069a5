import type { Import, ImportCause, UpdateImportRequest } from "../../api/types/endpoints.d.ts";

// Parts of an import, by name.

export type {
  Import as ImportDetail,
  ImportCause as Cause,
  ImportHead,
} from "../../api/types/endpoints.d.ts";
export type ImportState = Import["state"];
export type ImportOptions = UpdateImportRequest;
/** The actions for the rows of a cause. */
export type ActionName = ImportCause["actions"][number];
/** A decision for all rows of a cause, or for those with one value. */
export type CauseDecision = NonNullable<ImportOptions["decisions"]>[number];
/** A decision without its cause; `to` with `replace` only. */
export type Decision = NonNullable<ImportCause["decision"]>;
/** One offending value of a cause. */
export type CauseValue = ImportCause["values"][number];
/** A column of the file. */
export type FileColumn = Import["columns"][number];
/** A field that a column may hold. */
export type ImportField = Import["fields"][number];
