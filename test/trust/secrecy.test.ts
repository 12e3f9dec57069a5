import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import type { Extra } from "../harness/client.ts";
import { trustOf } from "./house.ts";

/** Every endpoint that takes a secret or gives a token, written out by hand. */
const SECRET = [
  "GET /api/backup",
  "GET /api/backup/file",
  "POST /api/backup/downloads",
  "POST /api/device-auth/activate",
  "POST /api/device-auth/exchange",
  "POST /api/device-auth/generate-code",
  "POST /api/imports",
  "POST /api/login",
  "POST /api/pda/users/login",
  "POST /api/pwa-auth/login",
  "POST /api/pwa-auth/login-password",
  "POST /api/pwa-auth/login-pin",
  "POST /api/pwa-auth/refresh",
  "POST /api/setup",
  "POST /api/users",
  "PUT /api/me/secrets",
  "PUT /api/users/{id}/secrets",
];
// The proxy is on this machine; whom it names asks from elsewhere.
const ELSEWHERE = { "X-Forwarded-For": "192.168.1.20" };

let box: TestBox;
beforeAll(async () => {
  const settings = { HTTPS_PORT: "0", HTTPS_REQUIRED_FOR_LOGIN: "true", HTTP_TRUSTED_PROXIES: "127.0.0.1" };
  box = await aBox({ settings, keep: true });
});
afterAll(() => box.stop());

async function send(endpoint: string, headers: Extra) {
  const [method = "", path = ""] = endpoint.split(" ");
  return (await box.as("admin")).send(method, path, method === "GET" ? undefined : {}, headers);
}

test("these endpoints, and no other, are declared to carry a secret; the description says it", async () => {
  const declared = box.appliance.endpoints.filter(({ carriesSecret }) => carriesSecret);
  expect(declared.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(SECRET);
  const { body } = await box.anonymous.get("/api/openapi.json");
  for (const { method, path } of declared)
    expect(body.paths[path][method.toLowerCase()].responses["403"].description).toMatch(/HTTPS/);
});

test.each(SECRET)(
  "%s over plain HTTP from another host is refused with the address to use",
  async (endpoint) => {
    const english = await send(endpoint, ELSEWHERE);
    expect(english.status).toBe(403);
    const { httpsPort } = trustOf(box).status();
    // The host that was asked for, where the certificate is for it.
    expect(english.body.message).toBe(
      `This server accepts logins over HTTPS only: https://127.0.0.1:${httpsPort}`,
    );
    const czech = await send(endpoint, { ...ELSEWHERE, "Accept-Language": "cs" });
    expect(czech.body.message).toMatch(/^Tento server přijímá přihlášení jen/);
  },
);

test.each<[string, Extra]>([
  ["from the machine itself", {}],
  ["through a proxy that took it over HTTPS", { ...ELSEWHERE, "X-Forwarded-Proto": "https" }],
])("%s they are answered", async (_, headers) => {
  for (const endpoint of SECRET) expect((await send(endpoint, headers)).status, endpoint).not.toBe(403);
});

test.each<[string, Extra]>([
  ["a proxy that took it over HTTP", { ...ELSEWHERE, "X-Forwarded-Proto": "http" }],
  [
    "a client that says HTTPS itself, before the proxy said HTTP",
    { ...ELSEWHERE, "X-Forwarded-Proto": "https, http" },
  ],
])("%s is refused", async (_, headers) => {
  for (const endpoint of SECRET) expect((await send(endpoint, headers)).status, endpoint).toBe(403);
});

test("everything else is answered over plain HTTP as before", async () => {
  const user = await box.as("user");
  for (const path of ["/api/articles", "/api/me", "/api/pda/users"])
    expect((await user.get(path, ELSEWHERE)).status, path).toBe(200);
  expect((await box.anonymous.get("/trust", ELSEWHERE)).status).toBe(200);
});

test("a missing token is told before the connection (order of checks)", async () => {
  expect((await box.anonymous.post("/api/pda/users/login", {}, ELSEWHERE)).status).toBe(401);
});

test("a real client at another address than loopback: refused over HTTP, answered over HTTPS", async () => {
  // A network of its own, whose loopback interface has an address of a site as well.
  const inside = `ip link set lo up && ip address add 192.168.77.1/24 dev lo && exec "$0" "$1"`;
  const program = join(import.meta.dirname, "other-host.ts");
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
