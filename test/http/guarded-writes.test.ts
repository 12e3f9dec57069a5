import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ApiResponse } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { openRecords, type Records } from "../security/fuzz/records.ts";
import { VALID_REQUESTS } from "../security/fuzz/valid-requests.ts";

// Each operation that compares `If-Match` or takes an `Idempotency-Key`, with a valid request. What tags and keys are, and what else
// they do: test/articles/change.test.ts, test/articles/idempotency.test.ts.

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** They need a second server, another program or time. */
const SLOW = /Backup|Restore|Upgrade|Standby|Webhook|Mail|Export/i;

const urlOf = (path: string, values: readonly (number | string)[]) => {
  const rest = [...values];
  return path.replaceAll(/\{\w+\}/g, () => String(rest.shift() ?? 1));
};

/** The commands and jobs whose declaration has the property, except slow ones. */
async function operationsWith(property: "hasRecord" | "usesIdempotencyKey") {
  const server = await startServer();
  const records = await openRecords(server);
  const { body } = await server.anonymous.get("/api/openapi.json");
  const described = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(
    ([path, methods]): Operation[] =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        operationId,
        method: method.toUpperCase(),
        path,
      })),
  );
  const found = described.filter(({ operationId, method, path }) => {
    const { handler } =
      server.appliance.endpoints.find((one) => one.method === method && one.path === path) ?? {};
    const isTried = operationId in VALID_REQUESTS && !SLOW.test(operationId);
    return isTried && (handler?.kind === "command" || handler?.kind === "job") && handler[property] !== false;
  });
  return { records, found };
}

/** Makes a valid request of the operation, which can be sent with different headers. */
async function prepare(records: Records, { operationId, method, path }: Operation) {
  const request = (await VALID_REQUESTS[operationId]?.(records)) ?? {};
  const as = request.as ?? records.admin;
  const url = urlOf(path, request.path ?? []) + (request.query ?? "");
  const send = (headers: Readonly<Record<string, string>>): Promise<ApiResponse> =>
    as.send(method, url, request.body, { ...request.headers, ...headers });
  return { send, tag: async () => (await as.get(url)).headers.get("etag") };
}

test("a change of a record is 412 with another tag or a used one, and accepted with its own", async () => {
  const { records, found } = await operationsWith("hasRecord");
  const others: string[] = [];
  for (const operation of found.filter(({ method }) => method !== "POST")) {
    const { send, tag } = await prepare(records, operation);
    const { status } = await send({ "If-Match": '"another"' });
    if (status !== 412) others.push(`${operation.operationId}: ${status}`);
    const own = await tag();
    if (own === null) continue;
    const { status: accepted } = await send({ "If-Match": own });
    if (accepted >= 300) others.push(`${operation.operationId} with its own tag: ${accepted}`);
    // Where the record is gone, 404.
    const { status: used } = await send({ "If-Match": own });
    if (used !== 412 && used !== 404) others.push(`${operation.operationId} with a used tag: ${used}`);
  }
  expect(others).toEqual([]);
  expect(found.length).toBeGreaterThan(40);
});

test("a request that is repeated with its key has the same response", async () => {
  const { records, found } = await operationsWith("usesIdempotencyKey");
  const others: string[] = [];
  for (const operation of found) {
    const { send } = await prepare(records, operation);
    const key = { "Idempotency-Key": randomUUID() };
    const [first, again] = [await send(key), await send(key)];
    const isSame = first.status === again.status && first.text === again.text;
    if (first.status >= 300 || !isSame) others.push(`${operation.operationId}: ${first.text}, ${again.text}`);
  }
  expect(others).toEqual([]);
  expect(found.length).toBeGreaterThan(20);
});
