import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { MIN_DIFFERENT, passphraseError, TOO_FEW_DIFFERENT } from "../../domain/passphrase-rules.ts";
import type { Role } from "../../domain/roles.ts";
import { fold } from "../../domain/text-folding.ts";

const MIN_DIGITS = 4;
/** For Managers and Admins. */
const MIN_DIGITS_PRIVILEGED = 6;

/** The minimum number of PIN digits for a user with these roles. */
export function pinDigitsFor(roles: readonly Role[]): number {
  return roles.some((role) => role !== "User") ? MIN_DIGITS_PRIVILEGED : MIN_DIGITS;
}

/** Throws Invalid at the field `pin` for a new PIN that is too short for the roles. */
export function assertPinLength(roles: readonly Role[], pin: string | null | undefined): void {
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

/** The shortest common password in the lists, and the longest that is searched for. */
const PIECE = { min: 4, max: 20 };
const MIN_RUN = 3;
/** English, German and Czech keyboards. */
const KEY_ROWS = ["qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm"];

/** Validates the passphrase of a backup. Returns the error message, or null where it is valid. */
export function backupPassphraseError(passphrase: string): Message | null {
  const error = passphraseError(passphrase);
  if (error !== null) return error;
  return new Set(pieces(fold(passphrase))).size < MIN_DIFFERENT ? TOO_FEW_DIFFERENT : null;
}

/** Divides a text from its beginning into the longest common passwords and runs, and single characters. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const run = runLength(rest);
    const common = commonLength(rest);
    const length = Math.max(run, common, 1);
    // All runs are one piece: an attacker tries few of them.
    found.push(run > common ? "run" : rest.slice(0, length));
    at += length;
  }
  return found;
}

/** Length of the longest common password or product word at the beginning of a text; 0: none. */
function commonLength(text: string): number {
  for (let length = Math.min(PIECE.max, text.length); length >= PIECE.min; length--)
    if (isCommonPiece(text.slice(0, length))) return length;
  return 0;
}

/** Length of the repetition of a character, or sequence of letters, digits or keys, at the beginning of a text; 0: none. */
function runLength(text: string): number {
  const steps = Array.from(text.slice(1), (_, i) => text.charCodeAt(i + 1) - text.charCodeAt(i));
  const [first = 2] = steps;
  const regular = Math.abs(first) > 1 ? 0 : countWhile(steps, (step) => step === first) + 1;
  const rows = KEY_ROWS.flatMap((row) => [row, Array.from(row).reverse().join("")]);
  const keys = countWhile(Array.from(text), (_, i) => rows.some((row) => row.includes(text.slice(0, i + 1))));
  const length = Math.max(regular, keys);
  return length < MIN_RUN ? 0 : length;
}

function countWhile<T>(values: readonly T[], holds: (value: T, index: number) => boolean): number {
  const end = values.findIndex((value, i) => !holds(value, i));
  return end === -1 ? values.length : end;
}

// The lists are in the folder `common-secrets`. Its README names their source and licence.

const FOLDER = join(import.meta.dirname, "common-secrets");

/** Makes a look-up in a list, which it reads at its first use. */
function listLookup(file: string): (value: string) => boolean {
  let entries: ReadonlySet<string> | null = null;
  return (value) => {
    entries ??= new Set(readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n"));
    return entries.has(value);
  };
}

const isListedPassword = listLookup("passwords.txt");
const isShortListedPassword = listLookup("short-passwords.txt");

/** Words that an attacker who knows the product tries first. docs/operate/data-folder.md lists them. */
const CONTEXT_WORDS =
  "tallybox inventory inventura inventar stocktake warehouse sklad asset scanner terminal server password heslo login admin administrator manager vedouci spravce user uzivatel demo".split(
    " ",
  );

/** True for one of the 10 000 most common passwords, in any letter case. */
export function isCommonPassword(password: string): boolean {
  return isListedPassword(password.toLowerCase());
}

/** True for one of the 10 000 most common passwords that has at least 4 characters, and for a product word. In lower case. */
function isCommonPiece(text: string): boolean {
  return isListedPassword(text) || isShortListedPassword(text) || CONTEXT_WORDS.includes(text);
}

/** True for one of the most common PINs of published rankings. */
const isCommonPin = listLookup("pins.txt");
