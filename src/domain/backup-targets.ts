import { type Message, msg } from "./message.ts";

/** Why something with a backup target failed. */
export const BACKUP_ERRORS = [
  /** No connection, or no response in time. */
  "unreachable",
  /** The service must not connect to this address: scripts/allow-address. */
  "blocked",
  /** The target rejects the key or the password. */
  "login",
  /** The SSH server has another key than the one that an Admin has confirmed. */
  "hostKey",
  /** The target's certificate is not trusted, expired, or for another name. */
  "certificate",
  /** The server at an address with https:// does not use HTTPS. */
  "noHttps",
  "passphrase",
  /** There is no repository at this place; also where a disk is not mounted. */
  "noRepository",
  /** There is a repository already. */
  "exists",
  /** Another program works on the repository. */
  "locked",
  /** The target is full. */
  "targetFull",
  /** This server has too little space for the proof. */
  "noSpace",
  /** The service must not write into the folder: scripts/allow-folder. */
  "notWritable",
  /** Files could not be read: the backup has all others. */
  "unreadable",
  /** The repository is damaged. */
  "damaged",
  /** The target takes new data and deletes nothing. */
  "noDeletion",
  /** Nothing moved for half an hour. */
  "stalled",
  /** The system has killed restic, for which the usual cause is that memory is short. */
  "killed",
  /** The stored secrets can't be decrypted. */
  "secret",
  /** restic or ssh is not installed. */
  "program",
  "other",
] as const;
export type BackupError = (typeof BACKUP_ERRORS)[number];

/** Why a target makes no backups. `restored`: from a backup; two servers must not write into one repository. */
export const TARGET_PAUSES = ["user", "restored"] as const;
export type TargetPause = (typeof TARGET_PAUSES)[number];

/**
 * Why the loss of the server may take the backups too. `sameDisk`: they are on the disk of the data; `sameMachine`: they are sent to
 * this machine itself, whose disk may be the same.
 */
export const BACKUP_RISKS = ["sameDisk", "sameMachine"] as const;
export type BackupRisk = (typeof BACKUP_RISKS)[number];

/** `overdue`: the last success is too long ago. */
export const TARGET_STATES = ["never", "running", "ok", "failed", "overdue", "paused"] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/**
 * Why a target needs attention. `damaged`: a proof found it; `restored`: paused since this server was restored; `removal`: old
 * backups could not be removed again and again; `sameDisk`, `sameMachine`: a risk, where no active target is without one.
 */
export const TARGET_PROBLEMS = [
  "damaged",
  "failed",
  "overdue",
  "restored",
  "unproven",
  "removal",
  ...BACKUP_RISKS,
] as const;
export type TargetProblem = (typeof TARGET_PROBLEMS)[number];

/** Failed removals of old backups in a row that need attention. They are tried once a day. */
export const REPEATED_REMOVALS = 2;

export const BACKUP_INTERVALS = ["hour", "day"] as const;
export type BackupInterval = (typeof BACKUP_INTERVALS)[number];

/** What is wrong, and what to do. */
export function backupErrorText(error: BackupError): Message {
  switch (error) {
    case "unreachable":
      return msg("The target does not respond. Check its address, and whether it is switched on.");
    case "blocked":
      return msg(
        "The server must not connect to this address. Allow it on the server: sudo /opt/tallybox/current/scripts/allow-address ADDRESS",
      );
    case "login":
      return msg("The target rejects the login. Check the user, the password or the key.");
    case "hostKey":
      return msg(
        "The SSH server has another key than before. If it was replaced, confirm its new key; otherwise somebody may be reading along.",
      );
    case "certificate":
      return msg(
        "The target's certificate is not trusted, or is for another name. Enter the certificate of its authority, or its own.",
      );
    case "noHttps":
      return msg(
        "The server at this address does not use HTTPS. Check the port, or enter the address with http instead of https.",
      );
    case "passphrase":
      return msg("The passphrase does not fit the backups at this target.");
    case "noRepository":
      return msg("There are no backups at this place. Check the path, and whether the disk is mounted.");
    case "exists":
      return msg(
        "There are backups at this place already. Choose another folder, or enter their passphrase.",
      );
    case "locked":
      return msg("Another program is working on the backups at this target.");
    case "targetFull":
      return msg("The target is full. Free some space there, or keep fewer backups.");
    case "noSpace":
      return msg("This server has too little free space for the backup or its check.");
    case "notWritable":
      return msg(
        "The server must not write into this folder. Allow it on the server: sudo /opt/tallybox/current/scripts/allow-folder FOLDER",
      );
    case "unreadable":
      return msg("Some files could not be read. The backup contains all others. Check this server's disk.");
    case "damaged":
      return msg("The backups at this target are damaged. Add another target at once.");
    case "noDeletion":
      return msg(
        "The target lets this server delete nothing. Choose that the target decides how long backups are kept.",
      );
    case "stalled":
      return msg("The target took no data for half an hour.");
    case "killed":
      return msg(
        "The system has ended the backup program, usually because memory was short. The server tries again by itself.",
      );
    case "secret":
      return msg("The stored passphrase and login can't be read. Delete the target and add it again.");
    case "program":
      return msg("A program is missing on the server: sudo apt install restic openssh-client");
    case "other":
      return msg("The backup program reports an error.");
  }
}
