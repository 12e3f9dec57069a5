import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ApiResponse, Client } from "../harness/client.ts";

/** An operation as a terminal sends it; absent properties get values. */
export interface Sent {
  readonly operationId?: string;
  readonly kind?: string | undefined;
  readonly [field: string]: unknown;
}

/** One count: `set`, now, under an id of its own. */
export const createOperation = (fields: Sent = {}): Sent & { operationId: string } => ({
  operationId: randomUUID(),
  kind: "set",
  at: new Date().toISOString(),
  ...fields,
});

/** Sends operations to an inventory. */
export const send = (client: Client, inventory: number, operations: readonly unknown[], frame: object = {}) =>
  client.post(`/api/inventories/${inventory}/counts`, { ...frame, operations });

/** Sends one operation and returns its receipt. */
export async function sendOne(client: Client, inventory: number, fields: Sent, frame: object = {}) {
  const response = await send(client, inventory, [createOperation(fields)], frame);
  expect(response.status).toBe(200);
  expect(response.body.receipts).toHaveLength(1);
  return response.body.receipts[0];
}

export const results = (response: ApiResponse): string[] =>
  response.body.receipts.map((receipt: { result: string }) => receipt.result);
