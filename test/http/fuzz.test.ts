import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { Endpoint } from "../../src/http/endpoint/endpoint.ts";
import { sharedServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";

// Requests generated from the endpoints' own schemas: valid, nearly valid and arbitrary. The response is always one that
// the description declares, and never a 500.

/** Of each endpoint, others each time. */
const RUNS = times(6);
const server = sharedServer();
const { admin } = server;

// Created once: fast-check reads a million characters for each.
const anyText = fc.string();
const anyBytes = fc.string({ unit: "binary" });
const wild = fc.oneof(
  fc.constantFrom(
    null,
    "",
    " ",
    "\u0000",
    "\ud800",
    "a".repeat(5000),
    -1,
    -0,
    0,
    1,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e308,
    0.1,
    1.00001,
    true,
    [],
    {},
    "1",
    "'; DROP TABLE article; --",
    "%_*\"'",
    "2026-02-30",
  ),
  anyBytes,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }),
);
const likely = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.constantFrom("x", "A000001", "1111", true, false, null),
);

function bodies(schema: z.ZodObject) {
  const names = Object.keys(schema.shape);
  return fc.record(
    Object.fromEntries(names.map((name) => [name, fc.oneof({ weight: 2, arbitrary: likely }, wild)])),
    {
      requiredKeys: [],
    },
  );
}
const path = (template: string) =>
  fc
    .oneof(
      fc.constantFrom("1", "3", "0", "-1", "9007199254740993", "1e3", "1.5", "%20", "x", "%00", "%ff"),
      fc.nat().map(String),
    )
    .map((id) => template.replace(/\{\w+\}/, id));
const queries = (schema: z.ZodObject | null) =>
  fc
    .record(
      Object.fromEntries(
        Object.keys(schema?.shape ?? {}).map((name) => [
          name,
          fc.oneof(
            fc.constantFrom("1", "", "zidle", "Contains", "EndsWith", "%", "true", "%ff", "%F0%9F%92%A9"),
            anyText,
          ),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map((values) =>
      Object.entries(values)
        .map(
          ([name, value = ""]) =>
            `${name}=${/^%[0-9a-f]{2}/i.test(value) ? value : encodeURIComponent(value.toWellFormed())}`,
        )
        .join("&"),
    );

const beginsThread = ({ path, handler: work }: Endpoint) =>
  work.kind === "job" || path.startsWith("/api/export/") || path.endsWith("/report");

/** They connect to the host of their body, which must not be a random one. */
const CONNECTING = ["/api/backup/host-keys", "/api/backup/targets"];

test("no generated request gets 500, or a response that the description does not declare", async () => {
  for (const endpoint of server.appliance.endpoints) {
    // Logins would only be throttled; files are tested by name.
    if (endpoint.path.startsWith("/api/docs") || endpoint.file !== null) continue;
    if (CONNECTING.includes(endpoint.path) && endpoint.method === "POST") continue;
    const { bodySchema, querySchema, method } = endpoint;
    const requests = fc.record({
      path: path(endpoint.path),
      query: queries(querySchema),
      body: bodySchema
        ? fc.oneof({ weight: 8, arbitrary: bodies(bodySchema) }, wild)
        : fc.constant(undefined),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, query, body }) => {
        const url = query === "" ? path : `${path}?${query}`;
        const sent = body === undefined ? undefined : JSON.stringify(body);
        const headers: Record<string, string> =
          sent === undefined ? {} : { "Content-Type": "application/json" };
        const { status } = await admin.send(method, url, sent, headers);
        expect(status, `${method} ${url}`).toBeLessThan(500);
      }),
      // Each of these starts a thread of its own; only the query varies.
      { numRuns: beginsThread(endpoint) ? Math.ceil(RUNS / 5) : RUNS },
    );
  }
});
