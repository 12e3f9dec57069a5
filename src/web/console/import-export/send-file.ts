import type { TableKind } from "../../../domain/table-kinds.ts";
import { cancelImport, createImport } from "../../api/console/import-export.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { readValue } from "../../db/values.ts";
import type { ImportDetail } from "./shapes.ts";

/** 64 MB over a slow network, and the check. */
const PATIENCE_MS = 30 * 60_000;

/** Uploads a file for its dry run, with the columns as they were matched in this browser before. Throws as `ask`. */
export async function sendFile(kind: TableKind, file: File, signal: AbortSignal): Promise<ImportDetail> {
  const remembered = await readValue(`import ${kind}`);
  const form = new FormData();
  form.append("kind", kind);
  if (remembered !== undefined) form.append("columns", JSON.stringify(remembered));
  form.append("file", file, file.name);
  return requestAsUser(createImport({ body: form }), { timeoutMs: PATIENCE_MS, signal });
}

/** Cancels an import, or removes a completed one from the list. Throws as `ask`. */
export async function endImport(id: number): Promise<void> {
  await requestAsUser(cancelImport({ id }));
}
