import { normalizeCode, randomCode } from "../secrets/codes.ts";
import type { FactorKeys } from "./keys.ts";

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
