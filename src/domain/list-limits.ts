// The most rows that the server lists in one response, for the clients that say where a list ends.

/** Requests, hand-overs and jobs. */
export const MAX_LISTED = 100;

/** Rules of minimum stock. */
export const MAX_RULES_LISTED = 500;
