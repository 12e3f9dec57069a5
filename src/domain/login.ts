import { msg } from "./message.ts";

/** Clients that a login may name. A console session also ends by inactivity. */
export const SESSION_CLIENTS = ["console"] as const;

/** Inactivity after which a console session ends: 12 hours. */
export const CONSOLE_IDLE_MS = 12 * 3_600_000;

export type SessionClient = (typeof SESSION_CLIENTS)[number];

/** Message for a wrong user name, password or PIN. It is the same for all, so that it does not reveal existing users. */
export const WRONG_CREDENTIALS = msg("Invalid credentials. Check the user name and the password or PIN.");

/** The fewest characters of a password. */
export const MIN_PASSWORD_LENGTH = 8;

/** The digits of a PIN. */
export const PIN_LENGTH = { min: 4, max: 6 } as const;

/** A regular expression of a whole PIN, also for the `pattern` of a field. */
export const PIN_PATTERN = `[0-9]{${PIN_LENGTH.min},${PIN_LENGTH.max}}`;
/** A whole text that is a PIN. */
export const PIN = new RegExp(`^${PIN_PATTERN}$`);
