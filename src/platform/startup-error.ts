/** Why a start cannot be, each with its own exit status (docs/operate/troubleshooting.md). */
export const EXIT = {
  /** A setting, a port, an address, an argument. */
  setting: 1,
  /** Another process works on the folder. */
  held: 10,
  /** The data is of a newer program. */
  newer: 11,
  /** The database or its log can't be read. */
  damaged: 12,
  /** The folder holds something, but no database of ours. */
  foreign: 13,
  /** The folder can't be written: a read-only disk, missing rights. */
  readOnly: 14,
  /** No room on the disk. */
  full: 15,
} as const;

/** The kinds of reason. */
export type StartupErrorKind = keyof typeof EXIT;

/**
 * A start that cannot be: `message` is the one line that the person sees; it names the setting or the file and the
 * reason. Nothing in the data folder has been touched.
 */
export class StartupError extends Error {
  readonly status: number;

  constructor(message: string, why: StartupErrorKind = "setting") {
    super(message);
    this.status = EXIT[why];
  }
}

const CODES: readonly (readonly [RegExp, StartupErrorKind])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, "full"],
  [/^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/, "readOnly"],
  [/^ENOTDIR|^EEXIST/, "foreign"],
];

/** Which of the reasons an error of the file system or of SQLite is, by its code; null: none of them. */
export function startupErrorKindOf(error: unknown): StartupErrorKind | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
