/** Category of an event. Each category has its own limit of stored events. */
export type Category = "access" | "change" | "failure";

/** The kinds of security events, with the category of a success. A failure has the category `failure`. */
export const KINDS = {
  login: "access",
  /** A paired device received access tokens for its device token. */
  deviceLogin: "access",
  logout: "access",
  /** One session or all sessions of a user were ended. */
  sessionsEnded: "change",
  /** A refresh token was reused after its successor was in use. Its session was ended. */
  tokenReuse: "change",
  /** Anyone can cause it, so it must not displace changes. */
  lock: "failure",
  /** 100 wrong PINs, passwords and second factors of one user within a day. */
  loginAlarm: "failure",
  unlock: "change",
  /** A principal requested an endpoint without permission. */
  accessDenied: "access",
  pairingCode: "change",
  pairing: "change",
  deviceRevoked: "change",
  deviceKindChanged: "change",
  setup: "change",
  tenantAdded: "change",
  adminReset: "change",
  /** Recorded only where it fails: a request with a key that is unknown, expired or revoked. */
  apiKeyUsed: "access",
  /** An API key was made, or revoked. */
  apiKeyCreated: "change",
  apiKeyRevoked: "change",
  /** The scopes of a service account were changed. */
  scopesChanged: "change",
  webhookCreated: "change",
  webhookChanged: "change",
  webhookDeleted: "change",
  /** The earlier secret signs too for a while. */
  webhookSecretRotated: "change",
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
  /** Targets of scheduled backups. */
  backupTargetCreated: "change",
  backupTargetChanged: "change",
  backupTargetDeleted: "change",
  /** A bundle was uploaded, an upgrade begun, or going back to the previous version. */
  upgradeRequested: "change",
  export: "change",
  importApplied: "change",
  restore: "change",
  /** An Admin confirmed a restore in the console. The event is in the data that it sets aside. */
  restoreRequested: "change",
  /** An Admin confirmed their own account, or users and devices, after a restore. */
  restoreConfirmed: "change",
  certificateChanged: "change",
  /** A pairing text for a standby was made, the standby was removed, or an Admin went on without its answer. */
  standbyChanged: "change",
  /** A standby took over. */
  promotion: "change",
} as const satisfies Record<string, Category>;

/** The kind of a security event. */
export type EventKind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly EventKind[];

export const OUTCOMES = ["success", "failure"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Reasons of failures. */
export const REASONS = [
  /** An unknown user, a wrong PIN or a wrong password. The event does not distinguish them. */
  "wrongCredentials",
  "inactive",
  /** No Admin has confirmed the user or the device since a restore. */
  "unconfirmed",
  /** Rate limit: the user, the device or the address must wait after too many wrong attempts. */
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

/** Kinds that are logged as warnings. A failure of another kind is a notice. */
export const WARNINGS: ReadonlySet<EventKind> = new Set([
  "lock",
  "loginAlarm",
  "tokenReuse",
  "restore",
  "restoreRequested",
  "promotion",
  "upgradeRequested",
]);
