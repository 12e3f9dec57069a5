import { z } from "zod";
import { text } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { AuthResponse } from "../shapes.ts";

// The bodies of the endpoints of two-step login. Passkey responses have the browser's JSON form (`toJSON()`).

/** Base64url in a browser's response. */
const bytes = (max = 8192) => text(max);

export const PasskeyAssertion = namedObject("PasskeyAssertion", {
  id: bytes(1500),
  rawId: bytes(1500),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: bytes().nullable().optional(),
  }),
  clientExtensionResults: z.object({}).optional(),
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

export const PasskeyCreation = namedObject("PasskeyCreation", {
  id: bytes(1500),
  rawId: bytes(1500),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    transports: z.array(text(50)).max(20).optional(),
  }),
  clientExtensionResults: z.object({}).optional(),
});
export type PasskeyCreation = z.output<typeof PasskeyCreation>;

const challenge = z.string().describe("base64url");

export const PasskeyRequestOptions = z
  .looseObject({ challenge })
  .describe("PublicKeyCredentialRequestOptionsJSON (WebAuthn)")
  .meta({ id: "PasskeyRequestOptions" });

export const PasskeyCreationOptions = z
  .looseObject({ challenge })
  .describe("PublicKeyCredentialCreationOptionsJSON (WebAuthn)")
  .meta({ id: "PasskeyCreationOptions" });

export const TotpKey = namedObject("TotpKey", {
  secret: z.string().describe("base32, for entering by hand"),
  uri: z.string().describe("`otpauth://…`, for a QR code"),
});

const recoveryCodes = z.array(z.string()).describe("each valid for one login; not shown again");

export const RecoveryCodes = namedObject("RecoveryCodes", { recoveryCodes });

export const SecondFactorSetUp = AuthResponse.extend({
  recoveryCodes: recoveryCodes
    .nullable()
    .describe("with the first second factor; null: the user already has codes"),
}).meta({ id: "SecondFactorSetUp" });

export const SetUpTicket = namedObject("SetUpTicket", { ticket: z.string(), expiresAt: z.iso.datetime() });
