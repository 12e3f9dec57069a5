import { askAsUser } from "../api/tokens.ts";

/** A paired device, as the server lists it. */
export interface OwnDevice {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly createdDT: string;
  readonly lastUsedDT: string | null;
  readonly expiresAt: string;
  /** Whose it is, where an Admin looks at all. */
  readonly user?: { readonly id: number; readonly fullName: string };
}

const PATH = "/api/device-auth/tokens";

/** The user's own paired devices, newest first. Throws what `ask` throws. */
export function ownDevices(): Promise<readonly OwnDevice[]> {
  return askAsUser(PATH);
}

/** All of the tenant, for Admins. Throws what `ask` throws. */
export function allDevices(): Promise<readonly OwnDevice[]> {
  return askAsUser(`${PATH}?all=true`);
}

/** Makes a personal device a shared terminal. Throws what `ask` throws. */
export function makeShared(deviceTokenId: number): Promise<null> {
  return askAsUser(`${PATH}/${deviceTokenId}`, { method: "PUT", body: { kind: "terminal" } });
}

/** Ends a pairing at once. Throws what `ask` throws. */
export function endPairing(deviceTokenId: number): Promise<null> {
  return askAsUser(`${PATH}/${deviceTokenId}`, { method: "DELETE" });
}
