import { randomUUID } from "node:crypto";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

/** A terminal: its user's session, and its unsent operations. */
export interface Terminal {
  client: Client;
  /** The session stays valid over a restart of the server. */
  readonly token: string;
  readonly deviceId: number;
  readonly outbox: object[];
}

/** Pairs a terminal by the Admin's code; the user logs in on it with the PIN. */
export async function pair(
  server: TestServer,
  admin: Client,
  deviceName: string,
  userId: number | undefined,
  pin = "471182",
): Promise<Terminal> {
  const { body: made } = await admin.post("/api/device-auth/generate-code");
  const activated = await server.anonymous.post("/api/device-auth/activate", {
    code: made.qrContent,
    deviceName,
  });
  const { deviceToken, deviceTokenId } = activated.body;
  const session = await server.anonymous.post("/api/device-auth/exchange", { deviceToken });
  const login = await server
    .withToken(session.body.accessToken)
    .post("/api/pda/users/login", { userId, pin });
  const token = login.body.accessToken;
  return { client: server.withToken(token), token, deviceId: deviceTokenId, outbox: [] };
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

/** An item of a stocktake, as far as the story looks at it. */
export interface Item {
  readonly oid: number;
  readonly quantity: number;
  readonly inventoryQuantity: number | null;
  readonly isToRecount: boolean;
  readonly isUnexpected: boolean;
  readonly movedQuantity: number;
  readonly locationId: number;
  readonly result: string | null;
  readonly article: { readonly code: string };
}
