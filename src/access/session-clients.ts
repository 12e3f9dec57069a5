/** What a login may say that it comes from. A session of the console also ends without use. */
export const SESSION_CLIENTS = ["console"] as const;
export type SessionClient = (typeof SESSION_CLIENTS)[number];
