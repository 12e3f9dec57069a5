import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

/** `personal`: acts as its owner. `terminal`: shared by several users, who log in on it. */
export const DEVICE_KINDS = ["personal", "terminal"] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** The session of a token, and its pair of tokens in that session. */
export interface SessionRef {
  readonly sessionId: number;
  readonly pairId: number;
}

/** Authentication methods (RFC 8176): password, PIN, and both steps of a two-step login. */
export const AUTH_METHODS = ["pwd", "pin", "mfa"] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** The authenticated user or device of a request, with current names and roles. Only the token check creates it. */
export interface Principal {
  readonly userId: number;
  readonly tenantId: number;
  readonly userName: string;
  readonly fullName: string;
  readonly roles: readonly Role[];
  /** The paired device that the token came from, or null. */
  readonly deviceTokenId: number | null;
  /** The kind of that device, or null. */
  readonly deviceKind: DeviceKind | null;
  /** When a PIN or password was last entered for the token, seconds since 1970. Null: the device logged in by itself. */
  readonly authTime: number | null;
  /** Authentication methods of the login; absent: the device logged in by itself. */
  readonly methods?: readonly AuthMethod[];
  /** The session of the token; null: it has none, and is valid until it expires. */
  readonly session: SessionRef | null;
  /** Identifies a token without a session; absent: the token has one. */
  readonly tokenKey?: string;
  /** Whether the login's tokens are refreshed by their refresh tokens alone; absent: by access tokens too. */
  readonly rotation?: boolean;
  /** The API key of the request; absent: a login or a device. */
  readonly apiKey?: ApiKeyRef;
  /** The request came with a submission token, which delivers what its user queued at a terminal. Absent: another token. */
  readonly submission?: SubmissionRef;
}

/** A submission token. `key`: signs the queued operations that it delivers. */
interface SubmissionRef {
  readonly key: Uint8Array;
}

/** The API key of a service account, with what it may do. */
interface ApiKeyRef {
  readonly apiKeyId: number;
  readonly scopes: readonly Scope[];
}

/**
 * Key for counting use: the shared terminal, else the user. A personal device counts for its user, because a user may pair any
 * number of them.
 */
export function subjectOf({
  deviceTokenId,
  deviceKind,
  userId,
}: Pick<Principal, "deviceTokenId" | "deviceKind" | "userId">): string {
  return deviceKind === "terminal" ? `device ${deviceTokenId}` : `user ${userId}`;
}
