// The addenda of a sealed record. The server and the console import this file.

/** `signature`: a person has signed the record on a screen. `correction`: a text, which changes nothing of the record. */
export const ADDENDUM_KINDS = ["signature", "correction"] as const;
export type AddendumKind = (typeof ADDENDUM_KINDS)[number];

export const MAX_CORRECTION_LENGTH = 2000;
