import { expect } from "vitest";
import { valuesOf } from "../../custom-fields/samples.ts";
import type { ApiResponse, Client } from "../../harness/client.ts";
import { article, check } from "../uploads.ts";

export type Body = ApiResponse["body"];

/** Applies a file that is recognised and has no errors; returns the import. */
export async function taken(
  admin: Client,
  kind: "articles" | "stock",
  product: string,
  file: string | Uint8Array,
): Promise<Body> {
  const { body } = await check(admin, kind, file);
  expect([body.product, body.errors]).toEqual([product, []]);
  const { status, body: applied } = await admin.put(`/api/imports/${body.id}/apply`);
  expect(status).toBe(200);
  return applied;
}

/** An article with its stock, note, purchase and the values of custom fields. */
export async function stored(admin: Client, code: string): Promise<Body> {
  const one = await article(admin, code);
  const { body } = await admin.get(`/api/articles/${one.oid}/full`);
  return { ...one, ...body, fields: await valuesOf(admin, one.oid) };
}

/** The values and rows that were not taken: row, column and reason. */
export const reasons = ({ notTaken }: Body) =>
  notTaken.rows.map(({ row, column, reason }: Body) => [row, column, reason]);

/** The number of values in each column that was not taken. */
export const leftColumns = ({ notTaken }: Body) =>
  Object.fromEntries(notTaken.columns.map(({ header, values }: Body) => [header, values]));

/** The reasons of the columns that were not taken, or only in part. */
export const leftReasons = ({ notTaken }: Body) =>
  Object.fromEntries(notTaken.columns.map(({ header, reason }: Body) => [header, reason]));
