import { z } from "zod";
import { ROLES } from "../../domain/roles.ts";

/** A user as Admins see it, without secrets and hashes. */
export const SiteUser = z
  .object({
    oid: z.int(),
    userName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    fullName: z.string(),
    email: z.string().nullable().describe("for notices; null: none"),
    badgeCode: z.string().nullable().describe("the code on the person's badge, for hand-overs; null: none"),
    isActive: z.boolean(),
    roles: z.array(z.enum(ROLES)),
    hasPassword: z.boolean(),
    hasPin: z.boolean(),
    hasSecondFactor: z.boolean().describe("an authenticator app or a passkey"),
  })
  .meta({ id: "SiteUser" });
/** A user after a change. */
export const ChangedUser = SiteUser.extend({
  isPinRemoved: z.literal(true).optional().describe("only if the change of roles has removed the PIN"),
}).meta({ id: "ChangedUser" });
export type ChangedUser = z.output<typeof ChangedUser>;
export type SiteUser = z.output<typeof SiteUser>;
