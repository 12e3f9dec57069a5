import { normalizeCode, randomCode } from "../secrets/codes.ts";
import type { FactorKeys } from "./keys.ts";

/** How many codes a user gets at once. */
const CODES = 10;
/** Two groups of six letters: 58 bits. */
const GROUPS = 2;
const GROUP = 6;

/** New codes, each for one login. */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => randomCode(GROUPS, GROUP));
}

/** What is stored of a user's code; letter case, blanks and dashes do not matter. */
export function recoveryCodeMac(keys: FactorKeys, userId: number, code: string): Buffer {
  return keys.mac(nameOf(userId), normalizeCode(code));
}

/** The same for a code that somebody entered: under each key by which it may be stored. */
export function recoveryCodeMacs(keys: FactorKeys, userId: number, code: string): readonly Buffer[] {
  return keys.macs(nameOf(userId), normalizeCode(code));
}

const nameOf = (userId: number) => `recovery code of user ${userId}`;
