import type { Generated } from "kysely";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

// Server state, tenants, users, devices, sessions, audit and security log.

export interface ChangeCounterTable extends Versioned {
  id: number;
  at: IsoTime;
  isSearchDeferred: Generated<Flag>;
}

export interface TenantTable {
  oid: Generated<number>;
  name: string;
  createdDT: IsoTime;
}

/** What a service account may do. */
export interface ServiceAccountTable extends OfTenant, Versioned {
  userId: number;
  /** JSON array of scopes. */
  scopes: string;
  createdDT: IsoTime;
}

/** A key of a service account. */
export interface ApiKeyTable extends OfTenant, Versioned {
  oid: Generated<number>;
  userId: number;
  keyHash: Buffer;
  hint: string;
  createdDT: IsoTime;
  expiresAt: IsoTime;
}

/** The last use of an API key. */
export interface ApiKeyUseTable extends OfTenant {
  apiKeyId: number;
  lastUsedDT: IsoTime;
}

/** A login with its tokens. */
export interface SessionTable extends OfTenant {
  oid: Generated<number>;
  userId: number;
  deviceTokenId: number | null;
  createdDT: IsoTime;
  expiresAt: IsoTime;
  endedDT: Generated<IsoTime | null>;
  client: "console" | null;
  /** Identifies the token without a session whose first refresh or logout opened it; null: a login did. */
  tokenKey: Generated<string | null>;
}

/** The last touch of a login at a shared terminal. */
export interface SessionTouchTable {
  sessionId: number;
  touchedDT: IsoTime;
}

/** A pair of an access and a refresh token of a session. `parentId`: the pair whose refresh created it. */
export interface SessionTokenTable {
  oid: Generated<number>;
  sessionId: number;
  parentId: number | null;
  firstUsedDT: Generated<IsoTime | null>;
  lastUsedDT: Generated<IsoTime | null>;
}

/** The last use of a device. */
export interface DeviceUseTable extends OfTenant {
  deviceTokenId: number;
  lastUsedDT: IsoTime;
  /** 1: over plain HTTP from another host. Null: not known. */
  isOverHttp: Flag | null;
  /** Unsent counts that the device reported over plain HTTP since HTTPS is required. Null: no report. */
  unsent: Generated<number | null>;
}

export interface RegistrationCodeTable extends OfTenant {
  userId: number;
  codeMac: Buffer;
  kind: Generated<"personal" | "terminal">;
  expiresAt: IsoTime;
  /** The device by which it was made; null: a login without a device. */
  deviceTokenId: Generated<number | null>;
}

/** The authenticator app of a user. */
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
  /** Failures since the last successful login, for the kinds that lock. */
  failures: number;
  userId: number | null;
  deviceTokenId: number | null;
  /** The client's address at the last attempt. */
  address: string | null;
}

/** Browsers and addresses from which users have logged in. `lastAt`: ms since 1970. */
export interface KnownCallerTable {
  userId: number;
  caller: string;
  lastAt: number;
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

/** State of the server itself, by name. */
export interface AppStateTable {
  name: string;
  at: IsoTime;
  /** JSON. */
  content: string;
}

/** A setting that is changed in the console. `value` is JSON. */
export interface SettingTable extends Versioned {
  name: string;
  value: string;
}

/** A user who has logged in on a device. */
export interface DeviceUserTable extends OfTenant {
  deviceTokenId: number;
  userId: number;
  at: IsoTime;
}

/** An entry of the audit (storage/database/audit-triggers.ts). */
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

/** An event of the security log. */
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
