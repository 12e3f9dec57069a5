import { z } from "zod";
import { Forbidden } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { fold, nameKey } from "../../domain/text-folding.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag, id, pathId, queryFlag, searchedOrNull, text } from "../../http/endpoint/fields.ts";
import { assertSameId } from "../../http/endpoint/parse.ts";
import { recordResponse } from "../../http/endpoint/response.ts";
import { list, listInMainThread, MAX_MAIN_THREAD_ROWS } from "../../storage/database/json.ts";
import type { Db } from "../../storage/database/statement.ts";
import { assertPinLength } from "../secrets/secret-rules.ts";
import { CurrentUser, TerminalUser } from "../shapes.ts";
import { getPersonRecord, getUserRecord, storedRoles, userNotFound } from "../users/user-records.ts";
import { activeUsers, addUser, allUsers } from "../users/users.ts";
import * as store from "./store.ts";
import { changeUser, hashNewSecrets, resetSecrets } from "./user-changes.ts";
import { badgeCode, ChangedUser, email, newPassword, newPin, roles, SiteUser } from "./user-fields.ts";

const path = "/api/users";
const secrets = { password: newPassword().nullable().optional(), pin: newPin().nullable().optional() };
const conflict =
  "the user name is taken in any tenant, or the badge in this one; or the user is the last active administrator with a password";

/** The users of a tenant, for its Admins. */
export function userRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    query("GET", path, {
      operationId: "listUsers",
      permission: "administer",
      summary: "The tenant's users, by full name",
      description: "`q` searches the full name (ignoring case and accents) and the user name.",
      query: { q: searchedOrNull().optional(), isActive: queryFlag().optional() },
      response: z.array(SiteUser),
      tables: ["user", "totpFactor", "passkey"],
      async run({ query }, { tenantId }) {
        const q = query.q ?? null;
        const isLong =
          store.firstUserIds.all(db, { tenantId, max: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        const filter = {
          tenantId,
          folded: q === null ? null : fold(q),
          key: q === null ? null : nameKey(q),
          isActive: query.isActive === undefined ? null : query.isActive ? 1 : 0,
        } as const;
        return { kind: "json", body: await list(storage, isLong, store.filteredUsers, filter) };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getUser",
      permission: "administer",
      summary: "One user",
      params: { id: pathId() },
      response: SiteUser,
      run: ({ params }, { tenantId }) => detail(db, tenantId, params.id),
    }),
    command("POST", path, {
      operationId: "createUser",
      permission: "administer",
      needsRecentLogin: true,
      usesIdempotencyKey: "sealedRequest",
      summary: "Adds a user",
      description:
        "`isActive` defaults to true. Without a password and a PIN, the user can work on a paired device only. With an `Idempotency-Key` of less than 22 characters, requests with other passwords and PINs are the same.",
      status: 201,
      body: {
        userName: text(),
        firstName: text(),
        lastName: text(),
        email: email().optional(),
        badgeCode: badgeCode().optional(),
        roles: roles(),
        isActive: flag().optional(),
        ...secrets,
      },
      response: SiteUser,
      errors: { 409: "the user name is taken in any tenant, or the badge in this one" },
      prepare: ({ body, address }) => {
        assertPinLength(body.roles, body.pin);
        return hashNewSecrets(body, address);
      },
      run(tx, { body }, { tenantId }, { prepared }) {
        const oid = addUser(tx, {
          tenantId,
          userName: body.userName,
          firstName: body.firstName,
          lastName: body.lastName,
          email: body.email ?? null,
          badgeCode: body.badgeCode ?? null,
          roles: body.roles,
          isActive: body.isActive ?? true,
          passwordHash: prepared.passwordHash ?? null,
          pinHash: prepared.pinHash ?? null,
          pinDigits: prepared.pinDigits ?? null,
        });
        return detail(tx, tenantId, oid);
      },
    }),
    command("PUT", `${path}/{id}`, {
      operationId: "updateUser",
      permission: "administer",
      needsRecentLogin: true,
      summary: "Changes a user",
      description:
        "Absent properties keep their value. Tokens carry the new roles immediately. Managers and Admins need a PIN of 6 digits. A user who becomes one with a shorter PIN, or with a PIN of unrecorded length, loses it; the response then has `isPinRemoved`. A deactivated user is logged out everywhere and must log in again after reactivation.",
      params: { id: pathId() },
      body: {
        oid: id().optional(),
        userName: text().optional(),
        firstName: text().optional(),
        lastName: text().optional(),
        email: email().optional(),
        badgeCode: badgeCode().optional(),
        roles: roles().optional(),
        isActive: flag().optional(),
      },
      response: ChangedUser,
      errors: { 409: conflict },
      record: (tx, { params, body }, { tenantId }) => {
        assertSameId(body.oid, params.id);
        return getPersonRecord(tx, tenantId, params.id);
      },
      run(tx, { body }, { tenantId }, { record }) {
        changeUser(tx, record, body);
        const changed = detail(tx, tenantId, record.oid);
        if (record.pinHash === null || getUserRecord(tx, tenantId, record.oid).pinHash !== null)
          return changed;
        const user = SiteUser.parse(JSON.parse(changed.body));
        return { ...changed, body: { ...user, isPinRemoved: true as const } };
      },
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: "deactivateUser",
      permission: "administer",
      needsRecentLogin: true,
      summary: "Deactivates a user",
      description:
        "Users are never removed, because the history names them. The user is then inactive in the list.",
      params: { id: pathId() },
      errors: { 409: "the user is the last active administrator with a password" },
      record: (tx, { params }, { tenantId }) => getPersonRecord(tx, tenantId, params.id),
      run: (tx, _, __, { record }) => changeUser(tx, record, { isActive: false }),
    }),
    command("PUT", `${path}/{id}/secrets`, {
      operationId: "setUserSecrets",
      permission: "administer",
      needsRecentLogin: true,
      summary: "Sets a user's password or PIN",
      description:
        "Absent properties keep their value; null removes the secret. A body that names a secret, even one that is absent already, recovers the account for its user: it ends all earlier tokens and the pairing code of the user, every hold and lock of the user's PIN and password, and the user's personal devices unless `keepDevices` is true. Shared terminals stay paired. Users change their own secrets with `PUT /api/me/secrets`.",
      params: { id: pathId() },
      body: { ...secrets, keepDevices: flag().optional().describe("default: false") },
      response: SiteUser,
      errors: {
        403: "the user is the caller",
        409: "the user is the last active administrator with a password",
      },
      prepare: ({ params, body, address }, principal) => {
        if (params.id === principal.userId) throw ownSecret();
        return hashNewSecrets(body, address);
      },
      record: (tx, { params }, { tenantId }) => getPersonRecord(tx, tenantId, params.id),
      run(tx, { body }, { tenantId }, { record, prepared }) {
        assertPinLength(storedRoles(record), body.pin);
        resetSecrets(tx, record, prepared, { keepDevices: body.keepDevices ?? false });
        return detail(tx, tenantId, record.oid);
      },
    }),
  ];
}

const ownSecret = () =>
  new Forbidden(msg("Change your own password and PIN on your profile page. It asks for the old one."));

function detail(db: Db, tenantId: number, oid: number) {
  const found = store.userDetail.first(db, { tenantId, oid });
  return { ...recordResponse(found, userNotFound), location: `${path}/${oid}` };
}

/** The user of a token, and the users that a terminal shows (contract 4.4 and the users of 4.8). */
export function currentUserRoutes({ storage }: Pick<Dependencies, "storage">): Endpoint[] {
  return [
    query("GET", "/api/me", {
      operationId: "getCurrentUser",
      scope: "any",
      permission: "terminal",
      summary: "The user of the token",
      response: CurrentUser,
      tables: ["user"],
      variesByPrincipal: true,
      run: (_, principal) => ({
        kind: "json",
        body: {
          id: principal.userId,
          userName: principal.userName,
          fullName: principal.fullName,
          tenantId: principal.tenantId,
        },
      }),
    }),
    query("GET", "/api/pda/users", {
      operationId: "listTerminalUsers",
      permission: "terminal",
      summary: "The active users, for terminals; with `all=true` all users, each with `isActive`",
      query: { all: queryFlag().optional() },
      response: z.array(TerminalUser),
      tables: ["user"],
      run: ({ query }, { tenantId }) => ({
        kind: "json",
        body: query.all
          ? listInMainThread(storage.db, allUsers, { tenantId })
          : listInMainThread(storage.db, activeUsers, { tenantId, active: 1 }),
      }),
    }),
  ];
}
