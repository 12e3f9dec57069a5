import { Secret, TOTP } from "otpauth";
import { normalizeCode, randomCode } from "../secrets/codes.ts";
import type { FactorKeys } from "./keys.ts";

// Codes of authenticator apps (RFC 6238): six digits by HMAC-SHA-1, a new code every 30 s, which all apps support.

const DIGITS = 6;
const PERIOD_S = 30;
/** Number of accepted codes before and after the current one, because clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** ASCII digits: the library throws an error for others. */
const CODE = /^[0-9]{6}$/;

/** Makes a random secret. */
export function makeTotpSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes;
}

/** The URI for an authenticator app, and the secret in base32 for entering by hand. */
export function totpKey(
  secret: Uint8Array,
  names: { readonly issuer: string; readonly label: string },
): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, names);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step of a right code after `lastStep`; null: the code is wrong or was used before. `now`: ms since 1970. The
 * comparison takes constant time.
 */
export function verifyTotp(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  if (!CODE.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return null;
  const current = Math.floor(now / 1000 / PERIOD_S);
  // A step far ahead was used before the clock was set back. It must not make all codes invalid until then.
  const isAhead = lastStep > current + WINDOW;
  return current + delta > lastStep || isAhead ? current + delta : null;
}

function totpOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  const bytes = new Secret({ buffer: Uint8Array.from(secret).buffer });
  return new TOTP({ ...names, secret: bytes, algorithm: "SHA1", digits: DIGITS, period: PERIOD_S });
}

/** Number of codes of a user. */
const CODES = 10;
/** Two groups of six letters: 58 bits. */
const GROUPS = 2;
const GROUP = 6;

/** Makes recovery codes, each for one login. */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => randomCode(GROUPS, GROUP));
}

/** The MAC of a user's code, which is stored. Letter case, blanks and dashes do not matter. */
export function recoveryCodeMac(keys: FactorKeys, userId: number, code: string): Buffer {
  return keys.mac(purposeOf(userId), normalizeCode(code));
}

/** The MACs of an entered code, one for each key under which the code may be stored. */
export function recoveryCodeMacs(keys: FactorKeys, userId: number, code: string): readonly Buffer[] {
  return keys.macs(purposeOf(userId), normalizeCode(code));
}

const purposeOf = (userId: number) => `recovery code of user ${userId}`;
