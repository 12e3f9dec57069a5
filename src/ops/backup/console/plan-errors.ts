import type { z } from "zod";
import { backupErrorText } from "../../../domain/backup-targets.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { textIn } from "../../../i18n/text.ts";
import { RepositoryError } from "../restic/failures.ts";
import { CopyError } from "../restore/copy-error.ts";
import type { PLAN_FAULTS, RestorePlan } from "./shapes.ts";

const MEBIBYTE = 1024 * 1024;

/** Why a plan has failed. `interrupted`: the process that reads the copy has crashed. */
export interface PlanFault {
  readonly reason: (typeof PLAN_FAULTS)[number];
  readonly missingBytes: number | null;
  /** With `target`. */
  readonly text?: Message;
}

/** The fault of an error before the copy was read: of a target, of the disk, or of the program itself. */
export function faultOfPlan(error: unknown): PlanFault {
  if (error instanceof RepositoryError && error.kind === "noSpace")
    return { reason: "full", missingBytes: null };
  if (error instanceof RepositoryError)
    return { reason: "target", missingBytes: null, text: backupErrorText(error.kind) };
  if (error instanceof CopyError) return { reason: error.fault, missingBytes: error.missingBytes };
  return { reason: "interrupted", missingBytes: null };
}

type PlanError = NonNullable<z.output<typeof RestorePlan>["error"]>;

/** The error of a failed plan in a language. */
export function planError({ reason, missingBytes, text }: PlanFault, language: Locale): PlanError {
  const message = text ?? (reason === "full" ? fullMessage(missingBytes) : MESSAGES[reason]);
  return { reason, message: textIn(message, language), missingMegabytes: megabytesOf(missingBytes) };
}

const megabytesOf = (bytes: number | null) => (bytes === null ? null : Math.ceil(bytes / MEBIBYTE));

/** The message of a full disk. */
export function fullMessage(missingBytes: number | null): Message {
  const megabytes = megabytesOf(missingBytes);
  if (megabytes === null) return msg("The server's disk has too little space for this restore.");
  return msg("The server's disk has too little space for this restore: {megabytes} MB more are needed.", {
    megabytes,
  });
}

const MESSAGES: Readonly<Record<Exclude<PlanFault["reason"], "full">, Message>> = {
  passphraseMissing: msg("This backup is encrypted. Enter its passphrase."),
  passphraseWrong: msg("This is not the passphrase of this backup."),
  toKey: msg("This backup was encrypted to a key. Decrypt it with the program age first."),
  damaged: msg("This backup is damaged. Choose another one."),
  foreign: msg("This is not a backup that this version can read. Choose another one."),
  newer: msg("A newer version has written this backup. Upgrade this server first."),
  unreadable: msg("The server can't read this backup. Check the disk and the access rights."),
  settings: msg("The settings or certificates in this backup would stop the start of this server."),
  target: backupErrorText("other"),
  interrupted: msg("The server could not finish reading this backup. Try again."),
};
