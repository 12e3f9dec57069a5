import type { Role } from "./roles.ts";

/** Who is asking: made by the token check alone, with today's names and roles. */
export interface Caller {
  readonly userId: number;
  readonly tenantId: number;
  readonly userName: string;
  readonly fullName: string;
  readonly roles: readonly Role[];
  /** The paired device that the token came from, or null. */
  readonly deviceTokenId: number | null;
}
