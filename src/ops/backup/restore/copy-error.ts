import { EXIT, exitStatusOf, StartupError, type StartupErrorKind } from "../../../platform/startup-error.ts";

/**
 * Why a copy can't be restored. `toKey`: encrypted to a key instead of a passphrase; `foreign`: not a backup; `settings`: its
 * settings or certificates would stop a start; `full`: too little disk space.
 */
export const COPY_FAULTS = [
  "passphraseMissing",
  "passphraseWrong",
  "toKey",
  "damaged",
  "foreign",
  "newer",
  "full",
  "unreadable",
  "settings",
] as const;
type CopyFault = (typeof COPY_FAULTS)[number];

const KINDS: Readonly<Record<CopyFault, StartupErrorKind>> = {
  passphraseMissing: "setting",
  passphraseWrong: "setting",
  toKey: "foreign",
  damaged: "damaged",
  foreign: "foreign",
  newer: "newer",
  full: "full",
  unreadable: "setting",
  settings: "setting",
};

/** A copy that can't be restored. `missingBytes`: disk space that a `full` disk lacks. */
export class CopyError extends StartupError {
  readonly fault: CopyFault;
  readonly missingBytes: number | null;

  constructor(message: string, fault: CopyFault, missingBytes: number | null = null) {
    super(message, KINDS[fault]);
    this.fault = fault;
    this.missingBytes = missingBytes;
  }
}

const FAULTS_BY_STATUS: Readonly<Record<number, CopyFault>> = {
  [EXIT.damaged]: "damaged",
  [EXIT.foreign]: "foreign",
  [EXIT.newer]: "newer",
  [EXIT.full]: "full",
};

/** The fault of any error while a copy is read. */
export function faultOf(error: unknown): CopyFault {
  if (error instanceof CopyError) return error.fault;
  return FAULTS_BY_STATUS[exitStatusOf(error)] ?? "unreadable";
}
