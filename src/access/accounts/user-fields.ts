import { isEmailAddress, MAX_EMAIL_LENGTH } from "../../domain/email-address.ts";
import { MIN_PASSWORD_LENGTH, SESSION_CLIENTS } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import { flag, oneOf, pin, roleList, rule, secret, textOrNull } from "../../http/endpoint/fields.ts";
import { isCommonPassword } from "../secrets/common-secrets.ts";
import { isWeakPin } from "../secrets/pin-rules.ts";

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

/** The field of a new PIN: 4 to 6 digits; not easy to guess (access/secrets/pin-rules.ts). */
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
