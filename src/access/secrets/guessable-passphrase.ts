import type { Message } from "../../domain/message.ts";
import { MIN_DIFFERENT, passphraseError, TOO_FEW_DIFFERENT } from "../../domain/passphrase-rules.ts";
import { fold } from "../../domain/text-folding.ts";
import { isCommonPiece } from "./common-secrets.ts";

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
