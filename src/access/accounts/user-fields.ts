import { z } from "zod";
import { isEmailAddress, MAX_EMAIL_LENGTH } from "../../domain/email-address.ts";
import { MIN_PASSWORD_LENGTH, SESSION_CLIENTS } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import { ROLES } from "../../domain/roles.ts";
import { flag, oneOf, pin, roleList, rule, secret, textOrNull } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { isCommonPassword, isWeakPin } from "../secrets/secret-rules.ts";

const longEnough = rule(
  (value: string) => value.length >= MIN_PASSWORD_LENGTH,
  msg("must have at least 8 characters"),
);
const notCommon = rule(
  (value: string) => !isCommonPassword(value),
  msg("is a very common password; choose another"),
);
const notWeak = rule(
  (value: string) => !isWeakPin(value),
  msg("is easy to guess; don't use repeated digits or pairs, a sequence, a year, a date or a common PIN"),
);
const addressOrNull = rule(
  (value: string | null) => value === null || isEmailAddress(value),
  msg("must be an e-mail address, such as {example}", { example: "jana@example.com" }),
);
const notNone = rule((value: readonly string[]) => value.length > 0, msg("must name at least one role"));

/** The field of a new password: 8 to 128 characters, none of the 10 000 most common passwords. */
export function newPassword() {
  return secret()
    .refine(...longEnough)
    .refine(...notCommon);
}

/** The field of a new PIN: 4 to 6 digits; not easy to guess (access/secrets/secret-rules.ts). */
export function newPin() {
  return pin().refine(...notWeak);
}

/** The field of roles: at least one, each once, in the order of the role table. */
export function roles() {
  return roleList()
    .refine(...notNone)
    .meta({ minItems: 1 });
}

/** The field of a person's e-mail address; null or empty: none. */
export function email() {
  return textOrNull(MAX_EMAIL_LENGTH).refine(...addressOrNull);
}

/** The field of the code on a person's badge; null or empty: none. */
export function badgeCode() {
  return textOrNull();
}

/** The field by which a login chooses how its tokens are refreshed. */
export function rotation() {
  return flag()
    .nullable()
    .optional()
    .describe(
      "true: the tokens of this login are refreshed by `refreshToken` alone; an access token is refused. Default: false",
    );
}

/** The field by which a login names its client. */
export function sessionClient() {
  return oneOf(SESSION_CLIENTS).nullable().optional();
}

/** A user as Admins see it, without secrets and hashes. */
export const SiteUser = namedObject("SiteUser", {
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
});
/** A user after a change. */
export const ChangedUser = SiteUser.extend({
  isPinRemoved: z.literal(true).optional().describe("only if the change of roles has removed the PIN"),
}).meta({ id: "ChangedUser" });
export type ChangedUser = z.output<typeof ChangedUser>;
export type SiteUser = z.output<typeof SiteUser>;
