import { z } from "zod";
import { Forbidden, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { batch, command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import { findActiveSession } from "../sessions/sessions.ts";
import { getUserRecord } from "../users/user-records.ts";
import { findUser } from "../users/users.ts";
import { demandRecentPassword, type SecondFactorDependencies } from "./dependencies.ts";
import {
  demandOwnPasskey,
  demandSecondFactor,
  ownSecondFactor,
  removePasskey,
  removeTotp,
  resetSecondFactor,
} from "./own.ts";
import { OwnSecondFactor } from "./own-shape.ts";
import { replaceRecoveryCodes } from "./set-up.ts";
import { RecoveryCodes, SetUpTicket } from "./shapes.ts";

const path = "/api/me/second-factor";
const recent = {
  403: "the password was not entered in the last five minutes (`reason` `recentLogin`), or the token is a paired device's",
};

/** One's own second factors, and their reset by an Admin. */
export function secondFactorRoutes(parts: SecondFactorDependencies): Endpoint[] {
  const { storage, clock, tickets } = parts;
  return [
    query(
      "GET",
      path,
      {
        permission: "work",
        variesByPrincipal: true,
        operationId: "getOwnSecondFactor",
        summary: "One's own second factors",
        response: OwnSecondFactor,
      },
      (_, caller) => ({ body: ownSecondFactor(parts, caller) }),
    ),
    batch(
      "POST",
      `${path}/setup`,
      {
        permission: "work",
        operationId: "beginSecondFactorSetup",
        summary: "A ticket by which a second factor is added",
        description: "Go on with `POST /api/pwa-auth/second-factor/setup/totp` or `…/passkey-options`.",
        response: SetUpTicket,
        errors: recent,
      },
      (_, caller) => {
        demandRecentPassword(caller, clock.now());
        const user = findUser(storage.db, caller.userId);
        if (user === null) throw new WrongState(msg("There is no such user.", "Takový uživatel neexistuje."));
        const authTime = caller.authTime ?? 0;
        const replaces = caller.session?.sessionId ?? null;
        const session = replaces === null ? null : findActiveSession(storage.db, replaces, user, clock.now());
        const client = session?.client ?? null;
        return {
          body: tickets.make(user, {
            purpose: "setUp",
            firstStep: "pwd",
            client,
            event: null,
            authTime,
            isTwoStep: caller.methods?.includes("mfa") ?? false,
            replaces,
          }),
        };
      },
    ),
    command(
      "DELETE",
      `${path}/totp`,
      {
        permission: "work",
        operationId: "removeOwnTotp",
        summary: "Removes one's own authenticator app",
        status: 204,
        response: z.null(),
        errors: {
          ...recent,
          404: "there is none",
          409: "a role demands a second factor, and it is the last",
        },
      },
      (tx, _, caller) => {
        demandRecentPassword(caller, clock.now());
        removeTotp(tx, parts, caller);
        return { kind: "empty" };
      },
    ),
    command(
      "DELETE",
      `${path}/passkeys/{id}`,
      {
        permission: "work",
        operationId: "removeOwnPasskey",
        summary: "Removes one of one's own passkeys",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
        errors: { ...recent, 409: "a role demands a second factor, and it is the last" },
      },
      (tx, { params }, caller) => {
        demandOwnPasskey(tx, caller, params.id);
        demandRecentPassword(caller, clock.now());
        removePasskey(tx, parts, caller, params.id);
        return { kind: "empty" };
      },
    ),
    command(
      "POST",
      `${path}/recovery-codes`,
      {
        permission: "work",
        usesIdempotencyKey: false,
        operationId: "renewRecoveryCodes",
        summary: "New recovery codes; the old ones end",
        response: RecoveryCodes,
        errors: { ...recent, 400: "there is no second factor" },
      },
      (tx, _, caller) => {
        demandRecentPassword(caller, clock.now());
        const user = demandSecondFactor(tx, caller);
        return { body: { recoveryCodes: replaceRecoveryCodes(tx, parts, user) } };
      },
    ),
    command(
      "DELETE",
      "/api/users/{id}/second-factor",
      {
        permission: "administer",
        operationId: "resetSecondFactor",
        summary: "Removes all second factors of a user, who has lost them",
        description:
          "Also ends the user's sessions and every hold and lock. Where a role of the user demands a second factor, the user sets one up at the next login.",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
        errors: { 403: `one's own; or ${recent[403]}` },
      },
      (tx, { params }, caller) => {
        const user = getUserRecord(tx, caller.tenantId, params.id);
        if (user.oid === caller.userId) throw ownFactor();
        demandRecentPassword(caller, clock.now());
        resetSecondFactor(tx, user);
        return { kind: "empty" };
      },
    ),
  ];
}

const ownFactor = () =>
  new Forbidden(
    msg(
      "Change your own two-step login on your profile page.",
      "Své dvoufázové přihlášení změňte na stránce svého profilu.",
    ),
  );
