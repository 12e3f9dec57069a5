/** `personal`: acts as its user. `terminal`: shared by those who log in on it. */
export const DEVICE_KINDS = ["personal", "terminal"] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];
