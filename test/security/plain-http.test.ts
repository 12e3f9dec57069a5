import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Endpoint } from "../../src/http/endpoint/endpoint.ts";
import type { ExtraHeaders } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { trustOf } from "../trust/https-server.ts";
import { ELSEWHERE, SECURELY } from "./remote-client.ts";

// The attacker reads the Wi-Fi, and so everything in clear text. With `Https:RequiredForLogin` no secret is in clear text.

/** All requests that succeed for another host over plain HTTP, as a literal list. */
const ALWAYS = [
  "GET /ca.crt",
  "GET /ca.mobileconfig",
  "GET /health",
  "GET /health/ready",
  "GET /metrics",
  "GET /trust",
  "GET /trust/page.css",
  "GET /trust/page.js",
];
/** Requests that succeed only for terminals with counts in the storage of the HTTP URL. */
const DELIVERY = [
  "GET /",
  "GET /assets/{file}",
  "GET /icon-192.png",
  "GET /icon-512.png",
  "GET /icon-maskable.png",
  "GET /icon.svg",
  "GET /manifest.webmanifest",
  "GET /old-browser.js",
  "GET /sw.js",
  "GET /theme.js",
  "POST /api/device-auth/exchange",
  "POST /api/inventories/{id}/counts",
  "POST /api/photoarticleinventory",
  "POST /api/photounknowncode",
  "PUT /api/device-auth/device/unsent",
];

const server = sharedServer({
  settings: { HTTPS_PORT: "0", HTTPS_REQUIRED_FOR_LOGIN: "true", HTTP_TRUSTED_PROXIES: "127.0.0.1" },
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const address = () => `https://127.0.0.1:${trustOf(server).status().httpsPort}`;

async function send({ method, path }: Endpoint, headers: ExtraHeaders) {
  const [url, body] = [path.replaceAll(/\{\w+\}/g, "1"), method === "GET" ? undefined : {}];
  return (await server.as("admin")).send(method, url, body, headers);
}

test("over plain HTTP no endpoint accepts a token, a secret or a code from another host, and none returns data", async () => {
  const all = server.appliance.endpoints.filter((endpoint) => !ALWAYS.includes(nameOf(endpoint)));
  expect(all.length).toBeGreaterThan(150);
  for (const endpoint of all) {
    const { status, body, headers } = await send(endpoint, ELSEWHERE);
    const isPage = endpoint.method === "GET" && /^\/(?!api\/(?!docs))/.test(endpoint.path);
    if (isPage && endpoint.permission === "anyone") {
      expect([status, headers.get("location")?.startsWith(`${address()}/`)], nameOf(endpoint)).toEqual([
        307,
        true,
      ]);
      continue;
    }
    expect([status, body.reason, body.httpsAddress], nameOf(endpoint)).toEqual([
      403,
      "httpsRequired",
      address(),
    ]);
  }
});

test("the error names the HTTPS URL, in the reader's language", async () => {
  const user = await server.as("user");
  const english = await user.get("/api/articles", ELSEWHERE);
  expect(english.body.message).toBe(`This server accepts HTTPS only: ${address()}`);
  const czech = await user.get("/api/articles", { ...ELSEWHERE, "Accept-Language": "cs" });
  expect(czech.body.message).toBe(`Tento server přijímá jen HTTPS: ${address()}`);
});

test("pages redirect to HTTPS, so that no password is typed into a page that came over plain HTTP", async () => {
  for (const page of ["/", "/console", "/console?a=b", "/api/docs", "/assets/nothing.js"]) {
    const { status, headers } = await server.anonymous.get(page, ELSEWHERE);
    expect([status, headers.get("location"), headers.get("cache-control")], page).toEqual([
      307,
      `${address()}${page}`,
      "no-store",
    ]);
  }
});

test("the request's host is not a redirect target unless it is the server's", async () => {
  const named = await server.anonymous.get("/console", { ...ELSEWHERE, Host: "thief.example" });
  expect([named.status, named.headers.get("location")]).toEqual([307, `${address()}/console`]);
  const doubled = await server.anonymous.get("//thief.example/console", ELSEWHERE);
  expect([doubled.status, doubled.headers.get("location")]).toEqual([404, null]);
});

test("the page for trusting the server, its CA and its health stay open over HTTP: these, and no others", async () => {
  const declared = (kind: string) =>
    server.appliance.endpoints
      .filter(({ overHttp }) => overHttp === kind)
      .map(nameOf)
      .sort();
  expect(declared("always")).toEqual(ALWAYS);
  expect(declared("delivery")).toEqual(DELIVERY);
  for (const path of ["/trust", "/trust/page.css", "/ca.crt", "/ca.mobileconfig", "/health", "/health/ready"])
    expect((await server.anonymous.get(path, ELSEWHERE)).status, path).toBe(200);
  // Without a token from the addresses of Metrics:AllowedAddresses alone.
  expect((await server.anonymous.get("/metrics", ELSEWHERE)).status).toBe(401);
  expect((await (await server.as("admin")).get("/metrics", ELSEWHERE)).status).toBe(403);
});

test.each<[string, ExtraHeaders]>([
  ["from the machine itself", {}],
  ["through a proxy that took it over HTTPS", SECURELY],
])("%s every request succeeds", async (_, headers) => {
  const user = await server.as("user");
  for (const path of ["/api/articles", "/api/me", "/api/pda/users"])
    expect((await user.get(path, headers)).status, path).toBe(200);
  for (const path of ["/", "/console", "/api/version"])
    expect((await server.anonymous.get(path, headers)).status, path).toBe(200);
});

test.each<[string, ExtraHeaders]>([
  ["a proxy that took it over HTTP", { ...ELSEWHERE, "X-Forwarded-Proto": "http" }],
  [
    "a client that says HTTPS itself, before the proxy said HTTP",
    { ...ELSEWHERE, "X-Forwarded-Proto": "https, http" },
  ],
])("%s is refused", async (_, headers) => {
  expect((await (await server.as("user")).get("/api/me", headers)).status).toBe(403);
});

test("a missing token is reported before the connection (order of checks)", async () => {
  expect((await server.anonymous.get("/api/me", ELSEWHERE)).status).toBe(401);
  expect((await (await server.as("user")).get("/api/nothing", ELSEWHERE)).status).toBe(404);
});

test("the API description declares it for every endpoint except those", async () => {
  const { body } = await server.anonymous.get("/api/openapi.json");
  // Parts of pages are not described.
  for (const endpoint of server.appliance.endpoints.filter(({ operationId }) => operationId !== null)) {
    const { responses } = body.paths[endpoint.path][endpoint.method.toLowerCase()];
    const refused = responses["403"] ?? { description: "" };
    const { description } = refused.$ref === undefined ? refused : body.components.responses.Forbidden;
    const isDescribed = /httpsRequired/.test(refused.description ?? description);
    if (endpoint.permission === "anyone")
      expect(isDescribed, nameOf(endpoint)).toBe(!ALWAYS.includes(nameOf(endpoint)));
    else expect(isDescribed, nameOf(endpoint)).toBe(true);
  }
});

test("a real client at an address other than loopback is refused over HTTP, and answered over HTTPS", async () => {
  // A network of its own, whose loopback interface has an address of a site as well.
  const inside = `ip link set lo up && ip address add 192.168.77.1/24 dev lo && exec "$0" "$1"`;
  const program = join(import.meta.dirname, "../trust/other-host.ts");
  const { stdout } = await promisify(execFile)("unshare", [
    "--net",
    "sh",
    "-c",
    inside,
    process.execPath,
    program,
  ]);
  expect(JSON.parse(stdout)).toEqual({ http: 403, https: 400, loopback: 400 });
});
