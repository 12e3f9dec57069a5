import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Role } from "../../domain/roles.ts";
import { isCommonPin } from "./common-secrets.ts";

const MIN_DIGITS = 4;
/** For Managers and Admins. */
const MIN_DIGITS_PRIVILEGED = 6;

/** The minimum number of PIN digits for a user with these roles. */
export function pinDigitsFor(roles: readonly Role[]): number {
  return roles.some((role) => role !== "User") ? MIN_DIGITS_PRIVILEGED : MIN_DIGITS;
}

/** Throws Invalid at the field `pin` for a new PIN that is too short for the roles. */
export function demandPinLength(roles: readonly Role[], pin: string | null | undefined): void {
  if (!pin || pin.length >= pinDigitsFor(roles)) return;
  throw Invalid.field("pin", msg("must have 6 digits for a Manager or Admin"));
}

/** True for a PIN that is easy to guess: a repeated digit, digits in sequence, or one of the 200 most common PINs. */
export function isWeakPin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, i) => (10 + Number(digit) - Number(pin[i])) % 10));
  const isRegular = steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
  return isRegular || isCommonPin(pin);
}
