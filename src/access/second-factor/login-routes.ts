import type { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Endpoint, publicBatch } from "../../http/endpoint/endpoint.ts";
import { secret, text } from "../../http/endpoint/fields.ts";
import { MAX_TOKEN_JSON_BYTES } from "../../platform/limits.ts";
import { AuthResponse } from "../shapes.ts";
import type { Proof, TwoStepLogin } from "./login.ts";
import type { NewFactor, SecondFactorSetUp } from "./set-up.ts";
import {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SecondFactorSetUp as SetUpAnswer,
  TotpKey,
} from "./shapes.ts";

const path = "/api/pwa-auth/second-factor";
const expired = { 401: "the ticket has ended (`reason` `ticketExpired`): log in anew" };
const ticket = () => secret(200);

/** The second step of a login, and its setting up, by the ticket that the first step gave. */
export function secondFactorLoginRoutes(login: TwoStepLogin, setUp: SecondFactorSetUp): Endpoint[] {
  return [
    publicBatch(
      "POST",
      path,
      {
        maxBytes: MAX_TOKEN_JSON_BYTES,
        operationId: "verifySecondFactor",
        summary: "The second step of a login",
        description:
          "`ticket` from the 401 (`reason` `secondFactor`) of the first step; one of `code` (authenticator app), `recoveryCode`, `passkey`. A wrong one may be tried again with the same ticket, a passkey with new options.",
        body: {
          ticket: ticket(),
          code: text(20).optional(),
          recoveryCode: text(50).optional(),
          passkey: PasskeyAssertion.optional(),
        },
        response: AuthResponse,
        errors: {
          401: "wrong, or used before; with `reason` `ticketExpired`: log in anew",
          429: "too many wrong attempts; see `Retry-After`. 5 wrong ones within 15 minutes are followed by a wait, 30 since the last right one lock the second step (`Retry-After` 900) until an Admin unlocks it (`PUT /api/users/{id}/unlock`)",
        },
      },
      async ({ body, address, host, authority }) => ({
        body: await login.verify(body.ticket, proofOf(body), { address, host, authority }),
      }),
    ),
    publicBatch(
      "POST",
      `${path}/passkey-options`,
      {
        operationId: "getPasskeyRequestOptions",
        summary: "What a browser asks for a passkey by, in the second step of a login",
        body: { ticket: ticket() },
        response: PasskeyRequestOptions,
        errors: expired,
      },
      async ({ body, host, authority }) => ({
        body: { ...(await login.passkeyOptions(body.ticket, { host, authority })) },
      }),
    ),
    publicBatch(
      "POST",
      `${path}/setup/totp`,
      {
        operationId: "createTotpKey",
        summary: "The key for an authenticator app that is being added",
        description:
          "`ticket` from the 401 (`reason` `secondFactorSetup`) of a login, or of `POST /api/me/second-factor/setup`.",
        body: { ticket: ticket() },
        response: TotpKey,
        errors: expired,
      },
      ({ body }) => ({ body: setUp.totp(body.ticket) }),
    ),
    publicBatch(
      "POST",
      `${path}/setup/passkey-options`,
      {
        operationId: "getPasskeyCreationOptions",
        summary: "What a browser makes a new passkey by",
        description: "Passkeys work under a host name over HTTPS, never under an IP address (400).",
        body: { ticket: ticket() },
        response: PasskeyCreationOptions,
        errors: expired,
      },
      async ({ body, host, authority }) => ({
        body: { ...(await setUp.passkeyOptions(body.ticket, { host, authority })) },
      }),
    ),
    publicBatch(
      "POST",
      `${path}/setup`,
      {
        maxBytes: MAX_TOKEN_JSON_BYTES,
        operationId: "addSecondFactor",
        summary: "Adds an authenticator app or a passkey, and logs in",
        description:
          "`code` of the app that has the key, or `passkey` with a `name` for it. The first second factor comes with recovery codes, and from then on tokens of a login without it are refused.",
        body: {
          ticket: ticket(),
          code: text(20).optional(),
          passkey: PasskeyCreation.optional(),
          name: text(100).optional(),
        },
        response: SetUpAnswer,
        errors: expired,
      },
      async ({ body, host, authority }) => ({
        body: await setUp.add(body.ticket, factorOf(body), { host, authority }),
      }),
    ),
  ];
}

interface GivenProof {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: z.output<typeof PasskeyAssertion> | undefined;
}

/** The one that is given. Throws Invalid. */
function proofOf({ code, recoveryCode, passkey }: GivenProof): Proof {
  const given: Proof[] = [
    ...(code === undefined ? [] : [{ code }]),
    ...(recoveryCode === undefined ? [] : [{ recoveryCode }]),
    ...(passkey === undefined ? [] : [{ passkey }]),
  ];
  const [only, ...others] = given;
  if (only !== undefined && others.length === 0) return only;
  throw Invalid.field(
    "code",
    msg(
      "is required; or recoveryCode or passkey, one of them",
      "je povinné; nebo recoveryCode či passkey, jedno z nich",
    ),
  );
}

interface GivenFactor {
  readonly code?: string | undefined;
  readonly passkey?: z.output<typeof PasskeyCreation> | undefined;
  readonly name?: string | undefined;
}

/** The one that is given. Throws Invalid. */
function factorOf({ code, passkey, name }: GivenFactor): NewFactor {
  if (code !== undefined && passkey === undefined) return { code };
  if (passkey !== undefined && code === undefined) return { passkey, name: name ?? "Passkey" };
  throw Invalid.field(
    "code",
    msg("or passkey is required, one of them", "nebo passkey je povinné, jedno z nich"),
  );
}
