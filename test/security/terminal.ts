import type { ApiResponse, Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

/** A paired device. */
export interface Paired {
  readonly deviceToken: string;
  readonly deviceTokenId: number;
  /** The token that the device got by itself. */
  readonly accessToken: string;
  /** A client with the token that the device gets by itself. */
  readonly device: Client;
  /** A login of a demo user on it by PIN. */
  pin(userId: number, pin: string): Promise<ApiResponse>;
  /** Logs a demo user in on it by PIN. */
  logIn(userId: number, pin: string): Promise<Client>;
}

/** The tokens that a device gets by itself. */
export function exchange(
  server: TestServer,
  { deviceToken }: Pick<Paired, "deviceToken">,
): Promise<ApiResponse> {
  return server.anonymous.post("/api/device-auth/exchange", { deviceToken });
}

/** Pairs a device by a code that this user makes. */
export async function pairDevice(
  server: TestServer,
  userName: string,
  body: object = {},
  deviceName?: string,
): Promise<Paired> {
  return pairBy(server, await server.as(userName), body, deviceName);
}

/** Pairs a device by a code that this client makes. */
export async function pairBy(
  server: TestServer,
  client: Client,
  body: object = {},
  deviceName?: string,
): Promise<Paired> {
  const { code } = (await client.post("/api/device-auth/generate-code", body)).body;
  const { body: activated } = await server.anonymous.post("/api/device-auth/activate", { code, deviceName });
  const { deviceToken, deviceTokenId } = activated;
  const { body: exchanged } = await exchange(server, activated);
  const device = server.withToken(exchanged.accessToken);
  const pin = (userId: number, typed: string) => device.post("/api/pda/users/login", { userId, pin: typed });
  return {
    deviceToken,
    deviceTokenId,
    accessToken: exchanged.accessToken,
    device,
    pin,
    logIn: async (userId, typed) => server.withToken((await pin(userId, typed)).body.accessToken),
  };
}

/** A shared terminal that the demo's Admin has paired. */
export function pairSharedTerminal(server: TestServer): Promise<Paired> {
  return pairDevice(server, "admin", { kind: "terminal" });
}

/** Lets shared terminals lock after an hour, so that an older login is still in use. */
export async function lockAfterAnHour(server: TestServer): Promise<void> {
  await (await server.as("admin")).put("/api/settings", { terminalLockMinutes: 60 });
}
