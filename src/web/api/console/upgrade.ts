import { call } from "../call.ts";

// Calls of the console's page about upgrades.

/** The installed version, an uploaded bundle, and a running or finished upgrade. */
export const getUpgrade = call("GET /api/upgrade");
/** Uploads the bundle of a newer version. */
export const uploadUpgradeBundle = call("POST /api/upgrade/bundle");
/** Copies the bundle of a newer version from the folder of a backup target. */
export const fetchUpgradeBundle = call("PUT /api/upgrade/fetch");
/** Removes the uploaded bundle. */
export const deleteUpgradeBundle = call("DELETE /api/upgrade/bundle");
/** Marks a failed upgrade as seen. */
export const markUpgradeSeen = call("PUT /api/upgrade/seen");
/** Begins the upgrade to the uploaded bundle. */
export const beginUpgrade = call("PUT /api/upgrade/begin");
/** Begins going back to the previous version. */
export const returnToPreviousVersion = call("PUT /api/upgrade/return");
