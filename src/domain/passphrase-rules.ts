import { type Message, msg } from "./message.ts";

// A passphrase must be stronger than a password: an encrypted backup can be attacked offline for years.

/** Minimum length of a passphrase (NIST SP 800-63B-4, single-factor secret). */
export const MIN_PASSPHRASE_CHARACTERS = 15;
/** Minimum number of different characters. */
export const MIN_DIFFERENT = 6;

/**
 * Validates the passphrase of a backup, as a client can. The server also finds common passwords in it
 * (guessable-passphrase.ts). Returns the error message, or null where it is valid.
 */
export function passphraseError(passphrase: string): Message | null {
  const characters = Array.from(passphrase);
  if (characters.length < MIN_PASSPHRASE_CHARACTERS)
    return msg("must have at least {min} characters", { min: MIN_PASSPHRASE_CHARACTERS });
  if (new Set(characters).size < MIN_DIFFERENT) return TOO_FEW_DIFFERENT;
  if (isRepeated(passphrase)) return msg("must not be a shorter text that is repeated");
  return passphrase === passphrase.trim() ? null : msg("must not begin or end with a space");
}

/** True for a text that repeats a part of it, at least once and a beginning of it: `abcabcab`. */
function isRepeated(text: string): boolean {
  const half = Math.floor(text.length / 2);
  return Array.from({ length: half }, (_, i) => i + 1).some((period) => text.startsWith(text.slice(period)));
}

/** The error message for fewer than `MIN_DIFFERENT` characters. */
export const TOO_FEW_DIFFERENT = msg(
  "must contain at least {min} different characters; a common password, a word of this product or a sequence such as 1234 counts as one character",
  { min: MIN_DIFFERENT },
);
