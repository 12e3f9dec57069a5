import { askAsUser } from "../api/tokens.ts";

/** A paired device, as the server lists it. */
export interface OwnDevice {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly createdDT: string;
  readonly lastUsedDT: string | null;
  readonly expiresAt: string;
  /** The owner, in lists for Admins. */
  readonly user?: { readonly id: number; readonly fullName: string };
}

const PATH = "/api/device-auth/tokens";

/** Lists the user's own paired devices, newest first. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export function ownDevices(): Promise<readonly OwnDevice[]> {
  return askAsUser(PATH);
}

/** Lists all paired devices of the tenant, for Admins. Throws like `ownDevices`. */
export function allDevices(): Promise<readonly OwnDevice[]> {
  return askAsUser(`${PATH}?all=true`);
}

/** Turns a personal device into a shared terminal. Throws like `ownDevices`. */
export function makeShared(deviceTokenId: number): Promise<null> {
  return askAsUser(`${PATH}/${deviceTokenId}`, { method: "PUT", body: { kind: "terminal" } });
}

/** Ends a pairing. Throws like `ownDevices`. */
export function endPairing(deviceTokenId: number): Promise<null> {
  return askAsUser(`${PATH}/${deviceTokenId}`, { method: "DELETE" });
}
