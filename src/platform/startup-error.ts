import { errorCode } from "./error-code.ts";

/** The exit status of each kind of startup error (docs/operate/troubleshooting.md). */
export const EXIT = {
  /** A setting, a port, an address, an argument. */
  setting: 1,
  /** Another process uses the folder. */
  inUse: 10,
  /** The data were written by a newer program. */
  newer: 11,
  /** The database or its log can't be read. */
  damaged: 12,
  /** The folder is not empty and has no database that this program reads. */
  foreign: 13,
  /** The folder can't be written: a read-only disk, missing rights. */
  readOnly: 14,
  /** No space on the disk. */
  full: 15,
} as const;

/** The kinds of startup errors. */
export type StartupErrorKind = keyof typeof EXIT;

/**
 * A failed start. `message` is one line that names the setting or the file and the reason. The data folder is unchanged.
 */
export class StartupError extends Error {
  readonly status: number;

  constructor(message: string, kind: StartupErrorKind = "setting") {
    super(message);
    this.status = EXIT[kind];
  }
}

const CODES: readonly (readonly [RegExp, StartupErrorKind])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, "full"],
  [/^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/, "readOnly"],
  [/^ENOTDIR|^EEXIST/, "foreign"],
];

/** The kind of an error of the file system or of SQLite, by its code; null: another error. */
export function startupErrorKindOf(error: unknown): StartupErrorKind | null {
  const code = errorCode(error) ?? "";
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** The exit status of a program that has failed. */
export function exitStatusOf(error: unknown): number {
  return error instanceof StartupError ? error.status : EXIT[startupErrorKindOf(error) ?? "setting"];
}
