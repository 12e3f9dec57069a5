import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { needsRestic } from "../../backup/targets/targets.ts";
import type { ApiResponse, Client } from "../../harness/client.ts";
import { sharedServer } from "../../harness/server.ts";
import { TO_THIS_MACHINE } from "../../webhooks/dispatch-options.ts";
import { pairSharedTerminal } from "../terminal.ts";
import { openRecords, type Records, SECRET } from "./records.ts";
import { VALID_REQUESTS, type ValidRequest } from "./valid-requests.ts";

// Each operation of the API description gets a valid request, and then the same request from other callers and with changed bodies.
// The harness compares each response with the description.

/** Operations that need another machine, root or a race, and the test that brings each of them to a 2xx. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  getInventoryCertificate: "test/cycle-counts/certificate.test.ts",
  exportInventoryPopulation: "test/cycle-counts/value-certificate.test.ts",
  readBackupHostKey: "test/backup/targets/kinds.test.ts",
  listRecoverySnapshots: "test/backup/hostile-repository.test.ts",
  uploadUpgradeBundle: "test/upgrade/upgrade.test.ts",
  fetchUpgradeBundle: "test/upgrade/folders.test.ts",
  beginUpgrade: "test/upgrade/upgrade.test.ts",
  returnToPreviousVersion: "test/upgrade/upgrade.test.ts",
  removeStandby: "test/standby/pair.test.ts",
  overrideStandby: "test/standby/pair.test.ts",
  joinAsStandby: "test/standby/pair.test.ts",
  promoteStandby: "test/standby/pair.test.ts",
  getUnshippedWrites: "test/standby/unshipped.test.ts",
  exportUnshippedWrites: "test/standby/unshipped.test.ts",
  exportUnshippedRecords: "test/standby/unshipped.test.ts",
  cancelJob: "test/jobs/jobs.test.ts",
  createSubmissionToken: "test/security/submission-token.test.ts",
};
/** Their bodies name hosts that the server connects to, so they are not changed. */
const CONNECTING = /Target$|MailServer$|Webhook|BackupProof|runBackup$|Printer$/;
const OTHER_ADMIN = "the other tenant's Admin";
const AS_ITS_USER = "the request has a ticket or a token of a user of this tenant, and acts as this user";
/** Operations whose response to the other tenant's Admin has a text of this tenant, and why. */
const SEEN: Readonly<Record<string, string>> = {
  addSecondFactor: AS_ITS_USER,
  createTotpKey: AS_ITS_USER,
  downloadBackupByLink: "the link is the permission",
  refreshTokens: AS_ITS_USER,
  verifySecondFactor: AS_ITS_USER,
};
/** Operations whose path the other tenant's Admin reaches, and why. */
const REACHED: Readonly<Record<string, string>> = {
  getArticleState: "the states are those of all tenants",
  getImportTemplate: "the path has a kind of table",
};
/** Ids of the demo's records, for operations whose example needs no other record. */
const IDS = [1, 2, 3, 4, 5, 8, 101, 501, 521];

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The body of the description's example; undefined: none. */
  readonly example: unknown;
}

const ROOT = join(import.meta.dirname, "../../..");
needsRestic();

let records: Records;
let operations: readonly Operation[];
const callers = new Map<string, Client>();
const server = sharedServer({ webhooks: TO_THIS_MACHINE });
beforeAll(async () => {
  records = await openRecords(server);
  const { body } = await server.anonymous.get("/api/openapi.json");
  operations = Object.entries<Record<string, DescribedOperation>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      example: requestBody?.content["application/json"]?.examples?.["usual"]?.value,
    })),
  );
  const { key } = await records.made(
    records.admin.post("/api/service-accounts", { name: "Narrow", scopes: ["articles:read"] }),
  );
  // First, while the records of a request are as they were made.
  callers.set(OTHER_ADMIN, await server.as("admin2"));
  callers.set("nobody", server.anonymous);
  callers.set("a User", records.user);
  callers.set("a Manager", await server.as("manager"));
  callers.set("a narrow API key", server.withToken(key));
  callers.set("a shared terminal", (await pairSharedTerminal(server)).device);
});

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

function call(operation: Operation, request: ValidRequest, as: Client, body = request.body) {
  const values = [...(request.path ?? [])];
  const path = operation.path.replaceAll(/\{\w+\}/g, () => String(values.shift() ?? 1));
  const headers = {
    ...(body instanceof Uint8Array && { "Content-Type": "application/octet-stream" }),
    ...request.headers,
  };
  return as.send(operation.method, path + (request.query ?? ""), body, headers);
}

/** A body whose texts are the caller's own, so that the secret in a response is that of another record. */
function withoutSecret(body: unknown): unknown {
  if (body === undefined || body instanceof FormData || body instanceof Uint8Array) return body;
  return JSON.parse(JSON.stringify(body).replaceAll(SECRET, "own"));
}

/** Sends a valid request, and returns it with its response. Null where no example of the description is valid. */
async function succeed(
  operation: Operation,
): Promise<{ request: ValidRequest; response: ApiResponse } | null> {
  const make = VALID_REQUESTS[operation.id];
  if (make !== undefined) {
    const request = await make(records);
    const response = await call(operation, request, request.as ?? records.admin);
    return response.status < 300 ? { request, response } : null;
  }
  for (const id of operation.path.includes("{") ? IDS : [1]) {
    const request: ValidRequest = { path: [id, id], body: operation.example };
    const response = await call(operation, request, records.admin);
    if (response.status < 300) return { request, response };
  }
  return null;
}

const tried = () => operations.filter(({ id }) => ELSEWHERE[id] === undefined);

test("each operation succeeds with a valid request, and its response is as described", async () => {
  const failed: string[] = [];
  for (const operation of tried()) if ((await succeed(operation)) === null) failed.push(operation.id);
  expect(failed).toEqual([]);
  expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(ELSEWHERE)));
  for (const file of Object.values(ELSEWHERE)) expect(existsSync(join(ROOT, file)), file).toBe(true);
  expect(tried().length).toBeGreaterThanOrEqual(370);
});

test("no caller gets a 5xx or an undescribed response to a valid request, nor the other tenant's Admin a record or text of this one", async () => {
  // The metrics have its name.
  await records.printer();
  const reached: string[] = [];
  const seen: string[] = [];
  for (const operation of tried()) {
    const make = VALID_REQUESTS[operation.id];
    const found = make === undefined ? (await succeed(operation))?.request : await make(records);
    // Its other servers are not those of the callers.
    if (found?.as !== undefined) continue;
    const request = found ?? { path: [1, 1], body: operation.example };
    for (const [name, client] of callers) {
      const body = name === OTHER_ADMIN ? withoutSecret(request.body) : request.body;
      const { status, text } = await call(operation, request, client, body);
      expect(status, `${operation.id} by ${name}: ${text}`).toBeLessThan(500);
      if (name !== OTHER_ADMIN) continue;
      if (operation.path.includes("{") && status < 300) reached.push(operation.id);
      if (text.toLowerCase().includes(SECRET)) seen.push(operation.id);
    }
  }
  expect({ seen: seen.toSorted(), reached: reached.toSorted() }).toEqual({
    seen: Object.keys(SEEN),
    reached: Object.keys(REACHED),
  });
});

const WILD: readonly unknown[] = [
  null,
  "",
  "\u0000",
  "\ud800",
  "a\nb",
  "a".repeat(5000),
  "[".repeat(2000),
  -1,
  1.00001,
  2 ** 63,
  1e308,
  true,
  [],
  {},
  "'; DROP TABLE article; --",
  "2026-02-30",
];

test("no changed body of a valid request gets a 5xx or an undescribed response", async () => {
  let turn = 0;
  for (const operation of tried()) {
    if (CONNECTING.test(operation.id)) continue;
    const request = (await VALID_REQUESTS[operation.id]?.(records)) ?? {
      path: [1, 1],
      body: operation.example,
    };
    const { body, as = records.admin } = request;
    if (typeof body !== "object" || body === null || body instanceof FormData || body instanceof Uint8Array)
      continue;
    for (const property of Object.keys(body)) {
      // Another part of the values for each property, so that all of them are used many times.
      for (let round = 0; round < 3; round++) {
        const changed = { ...body, [property]: WILD[turn++ % WILD.length] };
        const { status, text } = await call(operation, request, as, changed);
        expect(status, `${operation.id} with ${JSON.stringify(changed)}: ${text}`).toBeLessThan(500);
      }
      const { [property]: _, ...without } = body as Record<string, unknown>;
      const { status, text } = await call(operation, request, as, without);
      expect(status, `${operation.id} without ${property}: ${text}`).toBeLessThan(500);
    }
  }
});
