import { z } from "zod";
import { SCOPES } from "../../domain/scopes.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { integer, oneOf, pathId, text } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { shownOf } from "../../http/endpoint/response.ts";
import { REQUEST_LIMITS } from "../../platform/limits.ts";
import { listInMainThread } from "../../storage/database/json.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import {
  addAccount,
  addKey,
  changeAccount,
  deleteAccount,
  endKeys,
  getAccount,
  revokeKey,
} from "./service-accounts.ts";
import * as store from "./store.ts";

const path = "/api/service-accounts";
const HOUR_MS = 3_600_000;
const DEFAULT_DAYS = 365;
const DEFAULT_OVERLAP_HOURS = 24;

const scopes = () => z.array(oneOf(SCOPES)).min(1).describe("what the account's keys may do");
const days = () =>
  integer(1, 3650).optional().describe(`days until the key expires; default: ${DEFAULT_DAYS}`);
const shared = { permission: "administer", needsRecentLogin: true } as const;

/** Service accounts: programs that use the API, such as an ERP, with their API keys. */
export function serviceAccountRoutes({ storage, clock }: Dependencies): Endpoint[] {
  return [
    query("GET", path, {
      operationId: "listServiceAccounts",
      permission: "administer",
      summary: "The tenant's service accounts with their API keys, by name",
      response: z.array(ServiceAccount),
      run(_, { tenantId }) {
        const list = listInMainThread(storage.db, store.listAccounts, { tenantId, now: clock.iso() });
        return { kind: "json", body: list };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getServiceAccount",
      permission: "administer",
      summary: "One service account with its API keys",
      params: { id: pathId() },
      response: ServiceAccount,
      run: ({ params }, { tenantId }) => detail(storage.db, tenantId, params.id, clock.iso()),
    }),
    command("POST", path, {
      ...shared,
      operationId: "createServiceAccount",
      summary: "Adds a service account with its first API key",
      description: `A key acts as a Manager within its scopes; it never administers users or the server. Only this response holds the key: the server stores its hash. The keys of an account send at most ${REQUEST_LIMITS.apiKeyRequestsPerHour} requests an hour. \`Idempotency-Key\` of at least 22 random characters encrypts the stored response; a shorter one is ignored, because it would not protect the secret.`,
      usesIdempotencyKey: "sealed",
      status: 201,
      body: { name: text(100), scopes: scopes(), days: days() },
      response: CreatedKey,
      errors: { 409: "the tenant has 100 service accounts" },
      run(tx, { body }, { tenantId }) {
        const userId = addAccount(tx, tenantId, body.name, body.scopes);
        return createKey(tx, tenantId, userId, body.days);
      },
    }),
    command("PUT", `${path}/{id}`, {
      ...shared,
      operationId: "updateServiceAccount",
      summary: "Changes a service account; absent properties keep their values",
      description: "The account's keys have the new scopes at once.",
      params: { id: pathId() },
      body: { name: text(100).optional(), scopes: scopes().optional() },
      response: ServiceAccount,
      record: (tx, { params }, { tenantId }) => getAccount(tx, tenantId, params.id, tx.now),
      run(tx, { params, body }, { tenantId }, { record }) {
        changeAccount(tx, tenantId, record, body);
        return detail(tx, tenantId, params.id, tx.now);
      },
    }),
    command("DELETE", `${path}/{id}`, {
      ...shared,
      operationId: "deleteServiceAccount",
      evenWhenLow: true,
      summary: "Deletes a service account; its keys stop working at once",
      description: "Records that it has changed continue to name it.",
      params: { id: pathId() },
      record: (tx, { params }, { tenantId }) => getAccount(tx, tenantId, params.id, tx.now),
      run: (tx, _, { tenantId }, { record }) => deleteAccount(tx, tenantId, record.userId),
    }),
    command("POST", `${path}/{id}/keys`, {
      ...shared,
      operationId: "rotateApiKey",
      summary: "Makes another API key; the earlier ones end after an overlap",
      description:
        "During the overlap both work, so that the program takes the new key without a gap. With 0 hours the earlier keys end at once. `Idempotency-Key` of at least 22 random characters encrypts the stored response; a shorter one is ignored, because it would not protect the secret.",
      usesIdempotencyKey: "sealed",
      status: 201,
      params: { id: pathId() },
      body: {
        days: days(),
        overlapHours: integer(0, 720)
          .optional()
          .describe(`hours until the earlier keys end; default: ${DEFAULT_OVERLAP_HOURS}`),
      },
      bodyOptional: true,
      response: CreatedKey,
      errors: { 409: "the account has ten valid keys" },
      record: (tx, { params }, { tenantId }) => getAccount(tx, tenantId, params.id, tx.now),
      run(tx, { body }, { tenantId }, { record }) {
        const overlapMs = (body.overlapHours ?? DEFAULT_OVERLAP_HOURS) * HOUR_MS;
        endKeys(tx, tenantId, record.userId, new Date(Date.parse(tx.now) + overlapMs).toISOString());
        return createKey(tx, tenantId, record.userId, body.days);
      },
    }),
    command("DELETE", `${path}/{id}/keys/{keyId}`, {
      ...shared,
      operationId: "revokeApiKey",
      evenWhenLow: true,
      summary: "Revokes an API key; it stops working at once",
      params: { id: pathId(), keyId: pathId() },
      record: (tx, { params }, { tenantId }) => getAccount(tx, tenantId, params.id, tx.now),
      run: (tx, { params }, { tenantId }, { record }) => revokeKey(tx, tenantId, record, params.keyId),
    }),
  ];
}

function detail(db: Db, tenantId: number, oid: number, now: string) {
  const { json: body, change } = getAccount(db, tenantId, oid, now);
  return { kind: "json" as const, body, version: { change, shown: shownOf(body) } };
}

/** Adds a key to an account, for the response that shows it. */
function createKey(tx: Tx, tenantId: number, userId: number, days: number | undefined) {
  const key = addKey(tx, tenantId, userId, days ?? DEFAULT_DAYS);
  const { json } = getAccount(tx, tenantId, userId, tx.now);
  const account: ServiceAccount = JSON.parse(json);
  return { kind: "json" as const, body: { key, account } };
}

/** A key without its secret part. */
export const ApiKey = namedObject("ApiKey", {
  id: z.int(),
  hint: z.string().describe("first characters of the key"),
  createdDT: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsedDT: z.iso.datetime().nullable().describe("to the minute; null: never used"),
});
export type ApiKey = z.output<typeof ApiKey>;

export const ServiceAccount = namedObject("ServiceAccount", {
  oid: z.int().describe("also the id of the user that records name"),
  name: z.string(),
  userName: z.string().describe("by which some records name the account; no login name"),
  scopes: z.array(z.enum(SCOPES)),
  isConfirmed: z.boolean().describe("false after a restore, until an Admin confirms the account"),
  createdDT: z.iso.datetime(),
  keys: z.array(ApiKey).describe("newest first, without expired ones"),
});
export type ServiceAccount = z.output<typeof ServiceAccount>;

const CreatedKey = namedObject("CreatedApiKey", {
  key: z.string().describe("for `Authorization: Bearer`; shown only now"),
  account: ServiceAccount,
});
