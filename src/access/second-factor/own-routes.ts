import { Forbidden, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { batch, command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import { findActiveSession } from "../sessions/sessions.ts";
import { recordSecondFactor } from "../users/user-events.ts";
import { getUserRecord } from "../users/user-records.ts";
import { findUser } from "../users/users.ts";
import {
  assertOwnPasskey,
  assertSecondFactor,
  ownSecondFactor,
  removePasskey,
  removeTotp,
  resetSecondFactor,
} from "./own.ts";
import { OwnSecondFactor } from "./own-shapes.ts";
import { replaceRecoveryCodes } from "./set-up.ts";
import { RecoveryCodes, SetUpTicket } from "./shapes.ts";
import { assertRecentPassword, type SecondFactorDependencies } from "./tickets.ts";

const path = "/api/me/second-factor";
const recent = {
  403: "the password was not entered in the last five minutes (`reason` `recentLogin`), or the token is a paired device's",
};

/** The caller's second factors, and their reset by an Admin. */
export function secondFactorRoutes(dependencies: SecondFactorDependencies): Endpoint[] {
  const { storage, clock, tickets } = dependencies;
  return [
    query("GET", path, {
      permission: "work",
      variesByPrincipal: true,
      operationId: "getOwnSecondFactor",
      summary: "The caller's second factors",
      response: OwnSecondFactor,
      run: (_, principal) => ({ kind: "json", body: ownSecondFactor(dependencies, principal) }),
    }),
    batch("POST", `${path}/setup`, {
      permission: "work",
      operationId: "beginSecondFactorSetup",
      summary: "Issues a ticket for adding a second factor",
      description: "Continue with `POST /api/pwa-auth/second-factor/setup/totp` or `…/passkey-options`.",
      response: SetUpTicket,
      errors: recent,
      run(_, principal) {
        assertRecentPassword(principal, clock.now());
        const user = findUser(storage.db, principal.userId);
        if (user === null) throw new WrongState(msg("User not found."));
        const authTime = principal.authTime ?? 0;
        const replaces = principal.session?.sessionId ?? null;
        const session = replaces === null ? null : findActiveSession(storage.db, replaces, user, clock.now());
        const client = session?.client ?? null;
        return {
          kind: "json",
          body: tickets.make(user, {
            purpose: "setUp",
            firstStep: "pwd",
            client,
            rotation: principal.rotation ?? false,
            event: null,
            authTime,
            isTwoStep: principal.methods?.includes("mfa") ?? false,
            replaces,
          }),
        };
      },
    }),
    command("DELETE", `${path}/totp`, {
      permission: "work",
      operationId: "removeOwnTotp",
      summary: "Removes the caller's authenticator app",
      errors: {
        ...recent,
        404: "the user has no authenticator app",
        409: "a role requires a second factor, and this is the last one",
      },
      run(tx, _, principal) {
        assertRecentPassword(principal, clock.now());
        removeTotp(tx, dependencies, principal);
      },
    }),
    command("DELETE", `${path}/passkeys/{id}`, {
      permission: "work",
      operationId: "removeOwnPasskey",
      summary: "Removes a passkey of the caller",
      params: { id: pathId() },
      errors: { ...recent, 409: "a role requires a second factor, and this is the last one" },
      run(tx, { params }, principal) {
        assertOwnPasskey(tx, principal, params.id);
        assertRecentPassword(principal, clock.now());
        removePasskey(tx, dependencies, principal, params.id);
      },
    }),
    command("POST", `${path}/recovery-codes`, {
      permission: "work",
      usesIdempotencyKey: false,
      operationId: "renewRecoveryCodes",
      summary: "Replaces the caller's recovery codes",
      response: RecoveryCodes,
      errors: { ...recent, 400: "the user has no second factor" },
      run(tx, _, principal) {
        assertRecentPassword(principal, clock.now());
        const user = assertSecondFactor(tx, principal);
        recordSecondFactor(tx, user, "set", "recoveryCodes");
        return { kind: "json", body: { recoveryCodes: replaceRecoveryCodes(tx, dependencies, user) } };
      },
    }),
    command("DELETE", "/api/users/{id}/second-factor", {
      permission: "administer",
      operationId: "resetSecondFactor",
      area: "users",
      summary: "Removes all second factors of a user who has lost them",
      description:
        "Also ends the user's sessions and every hold and lock, and revokes personal devices that were paired before the second factors. If a role of the user requires a second factor, the user sets one up at the next login.",
      params: { id: pathId() },
      errors: { 403: `the user is the caller; or ${recent[403]}` },
      run(tx, { params }, principal) {
        const user = getUserRecord(tx, principal.tenantId, params.id);
        if (user.oid === principal.userId) throw ownFactor();
        assertRecentPassword(principal, clock.now());
        resetSecondFactor(tx, user);
      },
    }),
  ];
}

const ownFactor = () => new Forbidden(msg("Change your own two-step login on your profile page."));
