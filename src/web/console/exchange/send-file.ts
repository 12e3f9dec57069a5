import type { Kind } from "../../../import/values.ts";
import { askAsUser } from "../../box/tokens.ts";
import { keptValue } from "../../kept/values.ts";
import type { ImportDetail } from "./shapes.ts";

/** How a file is to be read, where the box is not to find it by itself. */
export interface Reading {
  readonly encoding?: string;
  readonly separator?: string;
}

/** 64 MB over a slow network, and its check. */
const PATIENCE_MS = 30 * 60_000;
/** The files of the imports that were begun in this tab: what was taken wrongly is sent once more. */
const files = new Map<number, File>();

/** The file of an import; null: it was begun elsewhere, or before a reload. */
export function fileOf(id: number): File | null {
  return files.get(id) ?? null;
}

/** Sends a file for its dry run, with the columns as somebody chose them in this browser. Throws what `ask` throws. */
export async function sendFile(
  kind: Kind,
  file: File,
  reading: Reading = {},
  signal?: AbortSignal,
): Promise<ImportDetail> {
  const chosen = await keptValue(`import ${kind}`);
  const form = new FormData();
  form.append("kind", kind);
  if (chosen !== undefined) form.append("columns", JSON.stringify(chosen));
  for (const [name, value] of Object.entries(reading)) form.append(name, String(value));
  form.append("file", file, file.name);
  const found = await askAsUser<ImportDetail>("/api/imports", {
    method: "POST",
    body: form,
    timeoutMs: PATIENCE_MS,
    ...(signal && { signal }),
  });
  files.set(found.id, file);
  return found;
}

/** Ends an import and forgets it. Throws what `ask` throws. */
export async function endImport(id: number): Promise<void> {
  await askAsUser(`/api/imports/${id}`, { method: "DELETE" });
  files.delete(id);
}
