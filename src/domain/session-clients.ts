/** What a login may say that it comes from. A session of the console also ends without use. */
export const SESSION_CLIENTS = ["console"] as const;

/** A session of the console ends after so long without a request: 12 hours. */
export const CONSOLE_IDLE_MS = 12 * 3_600_000;

export type SessionClient = (typeof SESSION_CLIENTS)[number];
