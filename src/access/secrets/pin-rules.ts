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

/**
 * True for a PIN that is easy to guess: a repeated digit, digits in sequence, a repeated pair (1212), a year from 1900 to 2039,
 * a day of a year in six digits, or a common PIN.
 */
export function isWeakPin(pin: string): boolean {
  return isSequence(pin) || isRepeatedPair(pin) || isYear(pin) || isDay(pin) || isCommonPin(pin);
}

/** Digits that all rise by one, fall by one, or stay: `4567`, `7890`, `4321`, `4444`. */
function isSequence(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, i) => (10 + Number(digit) - Number(pin[i])) % 10));
  return steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
}

/** Two digits in turn: `1212`, `12121`, `121212`. */
function isRepeatedPair(pin: string): boolean {
  return Array.from(pin.slice(2)).every((digit, i) => digit === pin[i]);
}

function isYear(pin: string): boolean {
  const year = Number(pin);
  return pin.length === 4 && year >= 1900 && year <= 2039;
}

/** The order of day, month and year in six digits. Letters are digits: `D` and `M` alone without a leading zero. */
const DAY_FORMATS = ["DDMMYY", "MMDDYY", "YYMMDD", "YYDDMM", "DMYYYY", "MDYYYY", "YYYYMD", "YYYYDM"] as const;
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(pin: string): boolean {
  return (
    pin.length === 6 &&
    DAY_FORMATS.some((format) => {
      const part = (letter: string) =>
        Array.from(pin)
          .filter((_, i) => format[i] === letter)
          .join("");
      const [day, month, year] = [Number(part("D")), Number(part("M")), part("Y")];
      return day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0) && (year.length === 2 || isYear(year));
    })
  );
}
