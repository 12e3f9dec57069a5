import { type Message, msg } from "./message.ts";

// Whoever has an encrypted backup may try passphrases for years, so it must be stronger than a password.

/** The fewest characters of a passphrase (NIST SP 800-63B-4: a secret that is the only factor). */
export const MIN_PASSPHRASE_CHARACTERS = 15;
const MIN_DIFFERENT = 6;

/** Why this text can't be the passphrase of a backup; null: it can. */
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
