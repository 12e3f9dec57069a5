import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";

const ORIGIN = "https://erp.example";
const allow = async (server: TestServer, crossOrigins: readonly string[]) =>
  server.admin.put("/api/settings", { crossOrigins });
/** Outside the API description, so it is sent without the client that checks responses against it. */
const preflight = (server: TestServer, origin: string, path = "/api/articles/1") =>
  fetch(server.url + path, {
    method: "OPTIONS",
    headers: { Origin: origin, "Access-Control-Request-Method": "PUT" },
  });

test("only a page of a permitted origin may call the API", async () => {
  const server = await startServer();
  expect((await allow(server, [ORIGIN])).status).toBe(200);
  const permitted = await preflight(server, ORIGIN);
  expect(permitted.status).toBe(204);
  expect(Object.fromEntries(permitted.headers)).toMatchObject({
    "access-control-allow-origin": ORIGIN,
    "access-control-allow-methods": expect.stringContaining("PUT"),
    "access-control-allow-headers": expect.stringContaining("Authorization"),
    vary: expect.stringContaining("Origin"),
  });
  const response = await server.manager.get("/api/articles/1", { Origin: ORIGIN });
  expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
  expect(response.headers.get("access-control-expose-headers")).toContain("ETag");
  for (const other of ["https://erp.example:8443", "http://erp.example", "https://evil.example", "null"]) {
    expect((await preflight(server, other)).headers.get("access-control-allow-origin")).toBeNull();
    const { headers } = await server.manager.get("/api/articles/1", { Origin: other });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("errors of a permitted origin's request can be read, and no header admits credentials", async () => {
  const server = await startServer();
  await allow(server, [ORIGIN]);
  const { status, headers } = await server.anonymous.get("/api/articles/1", { Origin: ORIGIN });
  expect([status, headers.get("access-control-allow-origin")]).toEqual([401, ORIGIN]);
  expect(headers.get("access-control-allow-credentials")).toBeNull();
});

test("without the setting, and outside the API, no origin is permitted", async () => {
  const server = await startServer();
  expect((await preflight(server, ORIGIN)).headers.get("access-control-allow-origin")).toBeNull();
  await allow(server, [ORIGIN]);
  expect((await preflight(server, ORIGIN, "/console")).headers.get("access-control-allow-origin")).toBeNull();
  await allow(server, []);
  expect((await preflight(server, ORIGIN)).headers.get("access-control-allow-origin")).toBeNull();
});

test.each([
  "*",
  "erp.example",
  "https://erp.example/",
  "https://erp.example/path",
  "ftp://erp.example",
  "null",
])("%s is no origin", async (value) => {
  const server = await startServer();
  const { status, body } = await allow(server, [value]);
  expect([status, body.errors[0].path]).toEqual([400, "crossOrigins.0"]);
});
