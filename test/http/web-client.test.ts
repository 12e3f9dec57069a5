import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";

const ASSETS = readdirSync(join(import.meta.dirname, "../../dist/web/assets"));

test("the web client is served by the server: the page is revalidated each time, its parts are cached for ever", async () => {
  const { anonymous } = await startServer();
  const page = await anonymous.get("/");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const parts = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    const response = await anonymous.get(part);
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
  }
});

test("no part of the client may be loaded from elsewhere, and nothing inline runs", async () => {
  const { anonymous } = await startServer();
  const policy = (await anonymous.get("/")).headers.get("content-security-policy") ?? "";
  const rules = new Map(
    policy.split("; ").map((rule) => [rule.split(" ")[0] ?? "", rule.split(" ").slice(1)]),
  );
  expect(rules.get("default-src")).toEqual(["'none'"]);
  expect(
    [...rules.values()].flat().filter((source) => /^(\*|https?:|'unsafe-(inline|eval)')/.test(source)),
  ).toEqual([]);
  expect(rules.get("connect-src")).toEqual(["'self'"]);
});

test("no part of the client names another host", async () => {
  const { anonymous } = await startServer();
  // Namespaces are no requests; where the decoder would look for its wasm is replaced (scanner/server-detector.ts), and refused;
  // the library of passkeys names its manual in warnings for programmers. `.example` names no host (RFC 2606).
  const known = /^https?:\/\/(www\.w3\.org|fastly\.jsdelivr\.net|simplewebauthn\.dev|erp\.example$)/;
  for (const name of ASSETS.filter((file) => /\.(js|css)$/.test(file))) {
    const { text } = await anonymous.get(`/assets/${name}`);
    const hosts = [...text.matchAll(/https?:\/\/[\w.-]+/g)].map(([found]) => found);
    expect({ name, hosts: hosts.filter((host) => !known.test(host)) }).toEqual({ name, hosts: [] });
  }
});

test.each([
  "/assets/",
  "/assets/nothing.js",
  "/assets/..%2f.built",
  "/assets/%2e%2e/index.html",
  "/index.html",
])("%s is not a part of the client: 404", async (path) => {
  const { anonymous } = await startServer();
  expect((await anonymous.get(path)).status).toBe(404);
});
