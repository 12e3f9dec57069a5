import { request } from "node:https";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { trustOf } from "../trust/https-server.ts";

test("no page's URL leaves the browser as a referrer", async () => {
  const { url } = await startServer();
  for (const path of ["/", "/console", "/api/version", "/nothing", "/sw.js"]) {
    const { headers } = await fetch(url + path);
    expect(headers.get("referrer-policy"), path).toBe("no-referrer");
  }
});

test("pages share no window with other origins over HTTPS, without the header over HTTP, where browsers warn of it", async () => {
  const server = await startServer({ settings: { HTTPS_PORT: "0" } });
  const plain = await fetch(`${server.url}/console`);
  expect(plain.headers.get("cross-origin-opener-policy")).toBeNull();
  expect(await secureHeaders(server)).toMatchObject({ "cross-origin-opener-policy": "same-origin" });
});

test("with the setting, browsers must use HTTPS for its duration, and the header is sent over HTTPS only", async () => {
  const header = "strict-transport-security";
  const server = await startServer({ settings: { HTTPS_PORT: "0" } });
  expect(await secureHeaders(server)).not.toHaveProperty(header);
  for (const [days, value] of [
    ["365", "max-age=31536000"],
    // Withdraws the earlier header.
    ["0", "max-age=0"],
  ] as const) {
    await server.restart({ HTTPS_STRICT_TRANSPORT_SECURITY_DAYS: days });
    expect(await secureHeaders(server)).toMatchObject({ [header]: value });
    expect((await fetch(`${server.url}/console`)).headers.get(header)).toBeNull();
  }
});

test("no response can be framed or run scripts: pages have their own policy, all others the strictest", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  for (const path of [
    "/api/articles",
    "/api/articles/1",
    "/api/nothing",
    "/api/inventories/3/items",
    "/health",
  ]) {
    const policy = (await admin.get(path)).headers.get("content-security-policy");
    expect(policy, path).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  }
  for (const path of ["/", "/console", "/trust", "/help", "/api/docs", "/api/export/articles", "/metrics"]) {
    const policy = (await admin.get(path)).headers.get("content-security-policy") ?? "";
    for (const directive of [
      "object-src 'none'|default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy, path).toMatch(new RegExp(directive));
  }
});

test("a 304 has no policy header, so that the cached page keeps its own", async () => {
  const { url } = await startServer();
  const { headers } = await fetch(`${url}/console`);
  const again = await fetch(`${url}/console`, { headers: { "If-None-Match": headers.get("etag") ?? "" } });
  expect(again.status === 304 ? again.headers.get("content-security-policy") : null).toBeNull();
});

function secureHeaders(server: TestServer): Promise<object> {
  const port = trustOf(server).status().httpsPort;
  return new Promise((done, failed) => {
    request({ host: "127.0.0.1", port, path: "/console", rejectUnauthorized: false }, (response) => {
      response.resume();
      done(response.headers);
    })
      .on("error", failed)
      .end();
  });
}
