import type { DeviceKind } from "./device-kinds.ts";
import type { Role } from "./roles.ts";

/** Which session a token belongs to, and to which of its pairs of tokens. */
export interface SessionRef {
  readonly sessionId: number;
  readonly pairId: number;
}

/** How somebody proved who they are (RFC 8176): password, PIN, and both steps of a two-step login. */
export const AUTH_METHODS = ["pwd", "pin", "mfa"] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** Who is asking: made by the token check alone, with today's names and roles. */
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
  /** How they logged in; absent: the device logged in by itself. */
  readonly methods?: readonly AuthMethod[];
  /** The session of the token; null: it has none, and is valid until it expires. */
  readonly session: SessionRef | null;
}

/** Whose use is counted together: a terminal's, or that of a person who uses none. */
export function subjectOf({ deviceTokenId, userId }: Pick<Principal, "deviceTokenId" | "userId">): string {
  return deviceTokenId === null ? `user ${userId}` : `device ${deviceTokenId}`;
}
