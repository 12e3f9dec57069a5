import { call } from "./call.ts";

/** A one-time code that pairs a device. */
export const createPairingCode = call("POST /api/device-auth/generate-code");
/** Pairs a device with the code that it scanned. */
export const pairDevice = call("POST /api/device-auth/activate");
/** The paired device of the token: its name and when its pairing expires. */
export const getCurrentDevice = call("GET /api/device-auth/device");
/** The caller's paired devices, newest first; with `all=true` (Admin) the tenant's. */
export const listDevices = call("GET /api/device-auth/tokens");
/** Makes a personal device a shared terminal. */
export const updateDevice = call("PUT /api/device-auth/tokens/{id}");
/** Revokes a device; its tokens stop working at once. */
export const revokeDevice = call("DELETE /api/device-auth/tokens/{id}");
/** Access tokens for a device token. */
export const exchangeDeviceToken = call("POST /api/device-auth/exchange");
/** Reports the unsent counts of the paired device in the storage of the HTTP address. */
export const reportUnsent = call("PUT /api/device-auth/device/unsent");
