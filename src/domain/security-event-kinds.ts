/** A category limits its events in number by itself. */
export type Category = "access" | "change" | "failure";

/** Every kind of security event, with the category of one that succeeded. A failed one is of the category `failure`. */
export const KINDS = {
  login: "access",
  /** The access tokens that a paired device gets for its device token. */
  deviceLogin: "access",
  logout: "access",
  /** A session, or all of a user, ended by somebody. */
  sessionsEnded: "change",
  /** A refresh token came again after its successor was in use: its session was ended. */
  tokenReuse: "change",
  /** Anybody can bring one about, so it must displace no change. */
  lock: "failure",
  unlock: "change",
  /** An authenticated caller asked for what the role may not do. */
  accessDenied: "access",
  pairingCode: "change",
  pairing: "change",
  deviceRevoked: "change",
  deviceKindChanged: "change",
  setup: "change",
  tenantAdded: "change",
  adminReset: "change",
  /** By scripts/rotate. */
  keyReplaced: "change",
  userCreated: "change",
  userChanged: "change",
  userDeactivated: "change",
  userActivated: "change",
  rolesChanged: "change",
  secretsChanged: "change",
  settingsChanged: "change",
  backupLink: "change",
  backupDownload: "change",
  /** A copy of the data folder, reported by the site's backup tool. */
  backupReported: "change",
  export: "change",
  importApplied: "change",
  restore: "change",
  /** An Admin confirmed himself, or the users and devices, after a restore. */
  restoreConfirmed: "change",
  certificateChanged: "change",
} as const satisfies Record<string, Category>;

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

export const OUTCOMES = ["success", "failure"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why something failed. */
export const REASONS = [
  /** An unknown user, a wrong PIN or a wrong password: which of them nobody is told. */
  "wrongCredentials",
  "inactive",
  /** Since a restore no Admin has confirmed the user or the device. */
  "unconfirmed",
  /** Too many wrong attempts: the user, the device or the address has to wait. */
  "held",
  "locked",
  "wrongCode",
  "unknownDevice",
  /** A personal device whose owner must set up two-step login, or has set it up since the device was paired. */
  "secondFactor",
  "forbidden",
  "reused",
] as const;
export type Reason = (typeof REASONS)[number];

/** Kinds that somebody should look at; a failure of any other kind is a notice. */
export const WARNINGS: ReadonlySet<Kind> = new Set([
  "lock",
  "tokenReuse",
  "restore",
  "adminReset",
  "keyReplaced",
]);
