import { type Message, msg } from "./message.ts";

// A passphrase must be stronger than a password: an encrypted backup can be attacked offline for years.

/** Minimum length of a passphrase (NIST SP 800-63B-4, single-factor secret). */
export const MIN_PASSPHRASE_CHARACTERS = 15;
const MIN_DIFFERENT = 6;

/** Validates the passphrase of a backup. Returns the error message, or null where it is valid. */
export function passphraseError(passphrase: string): Message | null {
  const characters = Array.from(passphrase);
  if (characters.length < MIN_PASSPHRASE_CHARACTERS) return TEXTS.short;
  if (new Set(characters).size < MIN_DIFFERENT) return TEXTS.repeated;
  return passphrase === passphrase.trim() ? null : TEXTS.blank;
}

const TEXTS = {
  short: msg(
    `must have at least ${MIN_PASSPHRASE_CHARACTERS} characters`,
    `musí mít nejméně ${MIN_PASSPHRASE_CHARACTERS} znaků`,
  ),
  repeated: msg(
    `must contain at least ${MIN_DIFFERENT} different characters`,
    `musí obsahovat nejméně ${MIN_DIFFERENT} různých znaků`,
  ),
  blank: msg("must not begin or end with a space", "nesmí začínat ani končit mezerou"),
};
