import { listDevices, revokeDevice, updateDevice } from "../api/devices.ts";
import { requestAsUser } from "../api/tokens.ts";
import type { DeviceToken, OwnDevice } from "../api/types/endpoints.d.ts";

/** Lists the user's own paired devices, newest first. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export const ownDevices = (): Promise<readonly DeviceToken[]> => requestAsUser(listDevices());

/** Lists all paired devices of the tenant, for Admins. Throws like `ownDevices`. */
export const allDevices = (): Promise<readonly DeviceToken[]> => requestAsUser(listDevices({ all: true }));

/** Turns a personal device into a shared terminal. Throws like `ownDevices`. */
export const makeShared = (id: number): Promise<OwnDevice> =>
  requestAsUser(updateDevice({ id, body: { kind: "terminal" } }));

/** Ends a pairing. Throws like `ownDevices`. */
export const endPairing = (id: number): Promise<null> => requestAsUser(revokeDevice({ id }));
