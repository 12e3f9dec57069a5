import { randomUUID } from "node:crypto";
import { pairBy } from "../security/terminal.ts";
import type { Client } from "./client.ts";
import type { TestServer } from "./server.ts";

/** A paired terminal with its user's session. */
export interface Terminal {
  readonly client: Client;
  readonly deviceId: number;
}

/** Pairs a terminal by the Admin's code; the user logs in on it with the PIN. */
export async function pair(
  server: TestServer,
  admin: Client,
  deviceName: string,
  userId: number,
  pin = "471182",
): Promise<Terminal> {
  const { logIn, deviceTokenId } = await pairBy(server, admin, {}, deviceName);
  return { client: await logIn(userId, pin), deviceId: deviceTokenId };
}

/** The operation of a scan, so many minutes ago by the terminal's clock. */
export function scan(fields: object, minutesAgo = 0) {
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  return { operationId: randomUUID(), kind: "set", at, ...fields };
}

/** Sends operations; returns their receipts. `pending`: the number of unsent ones. */
export async function send(
  { client }: Terminal,
  inventory: number,
  operations: readonly object[],
  pending = 0,
): Promise<string[]> {
  const sentAt = new Date().toISOString();
  const { body } = await client.post(`/api/inventories/${inventory}/counts`, { sentAt, pending, operations });
  return body.receipts.map(({ result }: { result: string }) => result);
}
