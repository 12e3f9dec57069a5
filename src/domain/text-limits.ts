// Limits of texts in characters. The server's schemas and the fields of the clients use them.

/** A name, a code, or another text of one line. */
export const MAX_TEXT_LENGTH = 200;

/** The name of a count plan: with a date it is the name of a stocktake. */
export const MAX_PLAN_NAME_LENGTH = 180;

/** A note, or the reason of a decision. */
export const MAX_NOTE_LENGTH = 4000;

/** The name of a device or of a passkey. */
export const MAX_DEVICE_NAME_LENGTH = 100;

/** A recovery code of the second factor, with its separators. */
export const MAX_RECOVERY_CODE_LENGTH = 50;

/** A one-time code of the second factor as it is typed: six digits with a space between them. */
export const MAX_ONE_TIME_CODE_LENGTH = 7;

/** The parameters of the address of a saved view. */
export const MAX_VIEW_QUERY_LENGTH = 2000;

/** The pattern of article codes. */
export const MAX_CODE_PATTERN_LENGTH = 50;

/** An IP address as text. */
export const MAX_ADDRESS_LENGTH = 64;

/** Longest text that the manual is searched for. */
export const MAX_MANUAL_SEARCH = 100;
