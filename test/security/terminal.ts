import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

/** A paired device. */
export interface Paired {
  readonly deviceToken: string;
  readonly deviceTokenId: number;
  /** The token that the device got by itself. */
  readonly accessToken: string;
  /** A client with the token that the device gets by itself. */
  readonly device: Client;
  /** Logs a demo user in on it by PIN. */
  logIn(userId: number, pin: string): Promise<Client>;
}

/** Pairs a device by a code that this user makes. */
export async function pairDevice(server: TestServer, userName: string, body: object = {}): Promise<Paired> {
  const { body: code } = await (await server.as(userName)).post("/api/device-auth/generate-code", body);
  const { body: activated } = await server.anonymous.post("/api/device-auth/activate", { code: code.code });
  const { deviceToken, deviceTokenId } = activated;
  const { body: exchanged } = await server.anonymous.post("/api/device-auth/exchange", { deviceToken });
  const device = server.withToken(exchanged.accessToken);
  return {
    deviceToken,
    deviceTokenId,
    accessToken: exchanged.accessToken,
    device,
    async logIn(userId, pin) {
      const { body: login } = await device.post("/api/pda/users/login", { userId, pin });
      return server.withToken(login.accessToken);
    },
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
