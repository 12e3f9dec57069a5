import { expect } from "vitest";
import type { TableKind } from "../../src/domain/table-kinds.ts";
import type { ApiResponse, Client, ExtraHeaders } from "../harness/client.ts";

/** The options beside the file. */
export interface More {
  readonly sheet?: string;
  /** The choices of columns, in JSON, and how to read the text. */
  readonly columns?: string;
  readonly encoding?: string;
  readonly separator?: string;
  readonly fileName?: string;
  readonly headers?: ExtraHeaders;
}

/** Uploads a table for its dry run. */
export function check(
  client: Client,
  kind: TableKind,
  file: string | Uint8Array,
  more: More = {},
): Promise<ApiResponse> {
  const form = new FormData();
  form.append("kind", kind);
  for (const name of ["sheet", "columns", "encoding", "separator"] as const) {
    const { [name]: value } = more;
    if (value !== undefined) form.append(name, value);
  }
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  form.append("file", new Blob([new Uint8Array(bytes)]), more.fileName ?? "table.csv");
  return client.send("POST", "/api/imports", form, more.headers);
}

/** Applies a table without errors; returns the import. */
export async function imported(
  client: Client,
  kind: TableKind,
  file: string | Uint8Array,
): Promise<ApiResponse["body"]> {
  const { body } = await check(client, kind, file);
  expect(body.errors).toEqual([]);
  const response = await client.put(`/api/imports/${body.id}/apply`);
  expect(response.status).toBe(200);
  return response.body;
}

/** The errors of a table: row, column and message of each. */
export async function errorsOf(
  client: Client,
  kind: TableKind,
  file: string | Uint8Array,
  more: More = {},
): Promise<[number, string | null, string][]> {
  const { body } = await check(client, kind, file, more);
  return body.errors.map((error: { row: number; column: string | null; message: string }) => [
    error.row,
    error.column,
    error.message,
  ]);
}

/** The article of this code, as its detail with its locations; null: it does not exist. */
export async function article(client: Client, code: string): Promise<ApiResponse["body"]> {
  const { status, body } = await client.get(`/api/articles/getbycode?code=${encodeURIComponent(code)}`);
  if (status === 404) return null;
  const stock = await client.get(`/api/articles/${body.oid}/locations`);
  const held = stock.body.map((entry: { location: { name: string }; quantity: number }) => [
    entry.location.name,
    entry.quantity,
  ]);
  return { ...body, stock: held };
}
