import { z } from "zod";
import { oneOf, rule, secret } from "../http/fields.ts";
import { say } from "../words.ts";
import { ROLES } from "./roles.ts";

const longEnough = rule(
  (value: string) => value.length >= 8,
  say("must have at least 8 characters", "musí mít nejméně 8 znaků"),
);
const notNone = rule(
  (value: readonly string[]) => value.length > 0,
  say("must name at least one role", "musí uvádět aspoň jednu roli"),
);

/** A password to be kept: 8 to 128 characters, to the letter. */
export function newPassword() {
  return secret().refine(...longEnough);
}

/** At least one role, each named once, in the order of the role table. */
export function roles() {
  return z
    .array(oneOf(ROLES))
    .refine(...notNone)
    .transform((given) => ROLES.filter((role) => given.includes(role)))
    .meta({ minItems: 1 });
}
