import type { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_DEVICE_NAME_LENGTH, MAX_RECOVERY_CODE_LENGTH } from "../../domain/text-limits.ts";
import { type Endpoint, publicBatch } from "../../http/endpoint/endpoint.ts";
import { secret, text } from "../../http/endpoint/fields.ts";
import { MAX_PROOF_JSON_BYTES } from "../../platform/limits.ts";
import { rotation } from "../accounts/user-fields.ts";
import { AuthResponse } from "../shapes.ts";
import type { Proof, TwoStepLogin } from "./login.ts";
import type { NewFactor, SecondFactorSetUp } from "./set-up.ts";
import {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SecondFactorSetUp as SetUpResponse,
  TotpKey,
} from "./shapes.ts";

const path = "/api/pwa-auth/second-factor";
const expired = { 401: "the ticket has expired (`reason` `ticketExpired`): log in again" };
const ticket = () => secret(200);

/** The second step of a login and its set-up, by the ticket of the first step. */
export function secondFactorLoginRoutes(login: TwoStepLogin, setUp: SecondFactorSetUp): Endpoint[] {
  return [
    publicBatch("POST", path, {
      maxBytes: MAX_PROOF_JSON_BYTES,
      operationId: "verifySecondFactor",
      isAllowedReadOnly: true,
      summary: "The second step of a login",
      description:
        "`ticket` from the 401 (`reason` `secondFactor`) of the first step, and one of `code` (authenticator app), `recoveryCode`, `passkey`. After a wrong one, retry with the same ticket; a passkey needs new options.",
      body: {
        ticket: ticket(),
        code: text(20).optional(),
        recoveryCode: text(MAX_RECOVERY_CODE_LENGTH).optional(),
        passkey: PasskeyAssertion.optional(),
        rotation: rotation(),
      },
      response: AuthResponse,
      errors: {
        401: "wrong, or used before; with `reason` `ticketExpired`: log in again",
        429: "too many wrong attempts; see `Retry-After`. 5 wrong attempts within 15 minutes start a wait. 30 since the last right one lock the second step (`Retry-After` 900) until an Admin unlocks it (`PUT /api/users/{id}/unlock`)",
      },
      run: async (input) => ({
        kind: "json",
        ...(await login.verify(input.body.ticket, proofOf(input.body), input, input.body.rotation ?? false)),
      }),
    }),
    publicBatch("POST", `${path}/passkey-options`, {
      operationId: "getPasskeyRequestOptions",
      isAllowedReadOnly: true,
      summary: "Options for the browser's passkey request in the second step of a login",
      body: { ticket: ticket() },
      response: PasskeyRequestOptions,
      errors: expired,
      run: async ({ body, host, authority }) => ({
        kind: "json",
        body: { ...(await login.passkeyOptions(body.ticket, { host, authority })) },
      }),
    }),
    publicBatch("POST", `${path}/setup/totp`, {
      operationId: "createTotpKey",
      isAllowedReadOnly: true,
      summary: "Creates the key for a new authenticator app",
      description:
        "`ticket` from the 401 (`reason` `secondFactorSetup`) of a login, or of `POST /api/me/second-factor/setup`.",
      body: { ticket: ticket() },
      response: TotpKey,
      errors: expired,
      run: ({ body }) => ({ kind: "json", body: setUp.totp(body.ticket) }),
    }),
    publicBatch("POST", `${path}/setup/passkey-options`, {
      operationId: "getPasskeyCreationOptions",
      isAllowedReadOnly: true,
      summary: "Options for the browser to create a passkey",
      description: "Passkeys work under a host name over HTTPS, never under an IP address (400).",
      body: { ticket: ticket() },
      response: PasskeyCreationOptions,
      errors: expired,
      run: async ({ body, host, authority }) => ({
        kind: "json",
        body: { ...(await setUp.passkeyOptions(body.ticket, { host, authority })) },
      }),
    }),
    publicBatch("POST", `${path}/setup`, {
      maxBytes: MAX_PROOF_JSON_BYTES,
      operationId: "addSecondFactor",
      isAllowedReadOnly: true,
      summary: "Adds an authenticator app or a passkey, and logs in",
      description:
        "`code` from the app with the key, or `passkey` with a `name`. The response to the first second factor has recovery codes. From then on, tokens of a login without a second factor are invalid.",
      body: {
        ticket: ticket(),
        code: text(20).optional(),
        passkey: PasskeyCreation.optional(),
        name: text(MAX_DEVICE_NAME_LENGTH).optional(),
        rotation: rotation(),
      },
      response: SetUpResponse,
      errors: expired,
      run: async (input) => ({
        kind: "json",
        ...(await setUp.add(input.body.ticket, factorOf(input.body), input, input.body.rotation ?? false)),
      }),
    }),
  ];
}

interface ProofBody {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: z.output<typeof PasskeyAssertion> | undefined;
}

/** The only proof of the body. Throws Invalid for none or several. */
function proofOf({ code, recoveryCode, passkey }: ProofBody): Proof {
  const proofs: Proof[] = [
    ...(code === undefined ? [] : [{ code }]),
    ...(recoveryCode === undefined ? [] : [{ recoveryCode }]),
    ...(passkey === undefined ? [] : [{ passkey }]),
  ];
  const [only, ...others] = proofs;
  if (only !== undefined && others.length === 0) return only;
  throw Invalid.field("code", msg("is required, or else recoveryCode or passkey; send one of them"));
}

interface FactorBody {
  readonly code?: string | undefined;
  readonly passkey?: z.output<typeof PasskeyCreation> | undefined;
  readonly name?: string | undefined;
}

/** The only new factor of the body. Throws Invalid for none or both. */
function factorOf({ code, passkey, name }: FactorBody): NewFactor {
  if (code !== undefined && passkey === undefined) return { code };
  if (passkey !== undefined && code === undefined) return { passkey, name: name ?? "Passkey" };
  throw Invalid.field("code", msg("or passkey is required; send one of them"));
}
