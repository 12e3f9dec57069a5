/** Clients that a login may name. A console session also ends by inactivity. */
export const SESSION_CLIENTS = ["console"] as const;

/** Inactivity after which a console session ends: 12 hours. */
export const CONSOLE_IDLE_MS = 12 * 3_600_000;

export type SessionClient = (typeof SESSION_CLIENTS)[number];
