import { z } from "zod";
import { namedObject } from "../../http/endpoint/named-object.ts";

// A file without server imports: the client imports its type.

/** The second factors of a user. */
export const OwnSecondFactor = namedObject("OwnSecondFactor", {
  isRequired: z.boolean().describe("a role requires a second factor: the last one can't be removed"),
  totp: z.object({ createdDT: z.iso.datetime() }).nullable().describe("the authenticator app"),
  passkeys: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      host: z.string().describe("the host name for which it works"),
      createdDT: z.iso.datetime(),
      lastUsedDT: z.iso.datetime().nullable(),
    }),
  ),
  recoveryCodesLeft: z.int(),
});
export type OwnSecondFactor = z.output<typeof OwnSecondFactor>;
