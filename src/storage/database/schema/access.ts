import type { Generated, GeneratedAlways } from "kysely";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

// The box, tenants, users, devices, what they changed (migrations 1, 7, 8, 9, 14, 20, 23 and 26).

export interface ChangeCounterTable extends Versioned {
  id: number;
  at: IsoTime;
}

export interface TenantTable {
  oid: Generated<number>;
  name: string;
  createdDT: IsoTime;
}

export interface UserTable extends OfTenant, Versioned {
  oid: Generated<number>;
  userName: string;
  userNameKey: string;
  firstName: string;
  lastName: string;
  fullName: GeneratedAlways<string>;
  fullNameFolded: string;
  isActive: Flag;
  /** 0: restored from a backup, and no Admin has confirmed it yet. */
  isConfirmed: Generated<Flag>;
  /** JSON array of role names. */
  roles: string;
  passwordHash: string | null;
  pinHash: string | null;
  /** Null: no PIN, or one that was set before migration 19. */
  pinDigits: number | null;
  secretsChangedDT: IsoTime;
  createdDT: IsoTime;
}

export interface DeviceTokenTable extends OfTenant, Versioned {
  oid: Generated<number>;
  userId: number;
  deviceName: string;
  tokenHash: Buffer;
  kind: Generated<"personal" | "terminal">;
  createdDT: IsoTime;
  expiresAt: IsoTime;
  revokedDT: IsoTime | null;
  /** As of a user. */
  isConfirmed: Generated<Flag>;
}

/** A login that lasts (migrations 21 and 23). */
export interface SessionTable extends OfTenant {
  oid: Generated<number>;
  userId: number;
  deviceTokenId: number | null;
  createdDT: IsoTime;
  expiresAt: IsoTime;
  endedDT: Generated<IsoTime | null>;
  client: "console" | null;
}

/** A pair of an access and a refresh token of a session; `parentId`: the pair whose refresh gave it. */
export interface SessionTokenTable {
  oid: Generated<number>;
  sessionId: number;
  parentId: number | null;
  firstUsedDT: Generated<IsoTime | null>;
  lastUsedDT: Generated<IsoTime | null>;
}

/** When a device was last used (migration 14), and how (migration 24). */
export interface DeviceUseTable extends OfTenant {
  deviceTokenId: number;
  lastUsedDT: IsoTime;
  /** Over plain HTTP from another host; null: not known. */
  isOverHttp: Flag | null;
  /** What it said over plain HTTP that it still holds, since HTTPS is required; null: nothing said. */
  unsent: Generated<number | null>;
}

export interface RegistrationCodeTable extends OfTenant {
  userId: number;
  codeMac: Buffer;
  kind: Generated<"personal" | "terminal">;
  expiresAt: IsoTime;
}

/** The authenticator app of a user (migration 26). */
export interface TotpFactorTable extends OfTenant {
  userId: number;
  /** Encrypted. */
  secret: Buffer;
  /** The time step of the last code that was used. */
  lastStep: number;
  createdDT: IsoTime;
}

export interface PasskeyTable extends OfTenant {
  oid: Generated<number>;
  userId: number;
  rpId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  /** JSON array. */
  transports: string;
  name: string;
  createdDT: IsoTime;
  lastUsedDT: Generated<IsoTime | null>;
}

export interface RecoveryCodeTable extends OfTenant {
  codeMac: Buffer;
  userId: number;
  usedDT: Generated<IsoTime | null>;
}

export interface LoginAttemptTable {
  kind: string;
  subject: string;
  /** JSON array of milliseconds since 1970. */
  times: string;
  holds: number;
  /** Milliseconds since 1970. */
  heldUntil: number;
  /** Wrong attempts since the last right one, of the kinds that lock (migration 19). */
  failures: number;
  userId: number | null;
  deviceTokenId: number | null;
  /** The client's address at the last attempt. */
  address: string | null;
}

export interface IdempotencyRecordTable {
  userId: number;
  key: string;
  fingerprint: Buffer;
  status: number;
  body: string;
  etag: string | null;
  location: string | null;
  at: IsoTime;
}

/** What the box notes of itself, by name (migration 7). */
export interface AppStateTable {
  name: string;
  at: IsoTime;
  /** JSON. */
  content: string;
}

/** A setting that is changed while the box works; `value` is JSON. */
export interface SettingTable extends Versioned {
  name: string;
  value: string;
}

/** Who has logged in on a device. */
export interface DeviceUserTable extends OfTenant {
  deviceTokenId: number;
  userId: number;
  at: IsoTime;
}

/** Who changed what when (storage/database/audit-triggers.ts). */
export interface AuditEntryTable extends OfTenant {
  oid: Generated<number>;
  at: IsoTime;
  userId: number | null;
  deviceTokenId: number | null;
  cause: string | null;
  entity: string;
  entityId: number;
  action: "create" | "update" | "delete";
  /** JSON array of [field, before, after]. */
  changes: string;
}

/** A security event (migration 25, security-log/). */
export interface SecurityEventTable {
  oid: Generated<number>;
  tenantId: number | null;
  at: IsoTime;
  lastAt: IsoTime;
  count: number;
  kind: string;
  category: "access" | "change" | "failure";
  outcome: "success" | "failure";
  reason: string | null;
  userId: number | null;
  userName: string | null;
  fullName: string | null;
  deviceTokenId: number | null;
  deviceName: string | null;
  targetType: "user" | "device" | null;
  targetId: number | null;
  targetName: string | null;
  address: string | null;
  /** JSON object. */
  details: string | null;
}
