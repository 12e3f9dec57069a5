/** `personal`: acts as its owner. `terminal`: shared by several users, who log in on it. */
export const DEVICE_KINDS = ["personal", "terminal"] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];
