import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assertSetupCode } from "../../src/access/setup/setup.ts";
import { startServer, type TestServer } from "../harness/server.ts";

const codeOf = (server: TestServer) => readFileSync(join(server.folder, "setup-code"), "utf8").trim();
const first = {
  tenantName: "Sklad Brno",
  userName: "jana",
  firstName: "Jana",
  lastName: "Nová",
  password: "dlouhé heslo",
  pin: "826415",
};

test("an unpacked server has a set-up code in a 0600 file, and the code makes its first Admin once", async () => {
  const server = await startServer({ empty: true });
  expect(statSync(join(server.folder, "setup-code")).mode & 0o777).toBe(0o600);
  const code = codeOf(server);
  const response = await server.anonymous.post("/api/setup", { ...first, code: code.toLowerCase() });
  expect(response.status).toBe(201);
  expect(response.body.user).toEqual({ id: 1, userName: "jana", fullName: "Jana Nová" });
  expect((await server.withToken(response.body.accessToken).get("/api/me")).body.tenantId).toBe(1);
  expect(
    (await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "jana", pin: "826415" })).status,
  ).toBe(200);
  expect((await server.anonymous.post("/api/setup", { ...first, code })).status).toBe(404);
  expect(existsSync(join(server.folder, "setup-code"))).toBe(false);
  await server.restart();
  expect(existsSync(join(server.folder, "setup-code"))).toBe(false);
});

test.each([
  ["an empty body", {}, 404],
  ["wrong fields", { code: 1, password: "x" }, 404],
  ["text of another type", "code=x", 415],
])("a set-up of a server with users is refused whatever the body holds: %s", async (_, body, status) => {
  const { url } = await startServer();
  const isText = typeof body === "string";
  const response = await fetch(`${url}/api/setup`, {
    method: "POST",
    headers: { "content-type": isText ? "text/plain" : "application/json" },
    body: isText ? body : JSON.stringify(body),
  });
  expect(response.status).toBe(status);
});

test("the set-up code stays the same over a restart until it is used", async () => {
  const server = await startServer({ empty: true });
  const code = codeOf(server);
  await server.restart();
  expect(codeOf(server)).toBe(code);
});

test("an anonymous request reads whether the server waits for its set-up, and nothing else", async () => {
  const server = await startServer({ empty: true });
  const setupState = async () => (await server.anonymous.get("/api/setup")).body;
  expect(await setupState()).toEqual({ isNeeded: true });
  await server.anonymous.post("/api/setup", { ...first, code: "no" });
  expect(await setupState()).toEqual({ isNeeded: true });
  await server.anonymous.post("/api/setup", { ...first, code: codeOf(server) });
  const after = await server.anonymous.get("/api/setup");
  expect(after.body).toEqual({ isNeeded: false });
  expect(after.headers.get("cache-control")).toBe("no-store");
});

const CHOICES: readonly [string, object, object][] = [
  ["neither", {}, { siteName: null, language: "en" }],
  ["both", { siteName: " Hala 4 ", language: "CS" }, { siteName: "Hala 4", language: "cs" }],
  ["an empty name", { siteName: "", language: "en" }, { siteName: null, language: "en" }],
];
test.each(CHOICES)("the set-up stores the site's settings: %s", async (_, choice, stored) => {
  const server = await startServer({ empty: true });
  const response = await server.anonymous.post("/api/setup", { ...first, ...choice, code: codeOf(server) });
  expect(response.status).toBe(201);
  expect((await server.withToken(response.body.accessToken).get("/api/settings")).body).toMatchObject(stored);
});

test("a set-up that came too late changes no setting", async () => {
  const server = await startServer({ empty: true });
  const code = codeOf(server);
  const set = (more: object) => server.anonymous.post("/api/setup", { ...first, ...more, code });
  const [one, other] = await Promise.all([set({ language: "cs" }), set({ siteName: "Late", userName: "x" })]);
  const winner = one.status === 201 ? one : other;
  const won = one.status === 201 ? { siteName: null, language: "cs" } : { siteName: "Late", language: "en" };
  expect((await server.withToken(winner.body.accessToken).get("/api/settings")).body).toMatchObject(won);
});

test("of two concurrent set-ups one succeeds, and the other is refused as too late", async () => {
  const server = await startServer({ empty: true });
  const code = codeOf(server);
  const responses = await Promise.all([
    server.anonymous.post("/api/setup", { ...first, code }),
    server.anonymous.post("/api/setup", { ...first, code, userName: "other" }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 404]);
});

test("a set-up that counts its attempt after another one is refused as too late, and leaves no code", async () => {
  const server = await startServer({ empty: true });
  const code = codeOf(server);
  const { storage, ...others } = server.appliance.dependencies;
  const late = Object.create(storage, {
    write: {
      value: async (...write: Parameters<typeof storage.write>) => {
        expect((await server.anonymous.post("/api/setup", { ...first, code })).status).toBe(201);
        return storage.write(...write);
      },
    },
  });
  await expect(assertSetupCode({ ...others, storage: late }, code, "10.0.0.7")).rejects.toThrow(
    "already set up",
  );
  expect(existsSync(join(server.folder, "setup-code"))).toBe(false);
});

test("a wrong set-up code is 401, and five wrong codes are 429", async () => {
  const server = await startServer({ empty: true });
  for (let i = 0; i < 5; i++)
    expect((await server.anonymous.post("/api/setup", { ...first, code: "no" })).status).toBe(401);
  expect((await server.anonymous.post("/api/setup", { ...first, code: codeOf(server) })).status).toBe(429);
});

test("all errors are returned at once, and nothing is created", async () => {
  const server = await startServer({ empty: true });
  const response = await server.anonymous.post("/api/setup", {
    code: codeOf(server),
    password: "short",
    pin: "12",
    tenantName: "",
    language: "pl",
    siteName: 4,
  });
  expect(response.status).toBe(400);
  expect(response.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    "firstName",
    "language",
    "lastName",
    "password",
    "pin",
    "siteName",
    "tenantName",
    "userName",
  ]);
  expect((await server.anonymous.post("/api/setup", { ...first, code: codeOf(server) })).status).toBe(201);
});

test("key files in the data folder are readable by the server's user alone, and no secret is stored in plain text", async () => {
  const server = await startServer({ empty: true });
  await server.anonymous.post("/api/setup", { ...first, code: codeOf(server) });
  for (const name of [
    "jwt.key",
    "device-codes.key",
    "second-factor.key",
    "webhooks.key",
    "backup.key",
    "seal.key",
  ]) {
    expect(statSync(join(server.folder, name)).mode & 0o777).toBe(0o600);
  }
  const { db } = server.appliance.dependencies.storage;
  const stored = db
    .query<{ passwordHash: string; pinHash: string }>(
      { sql: "SELECT passwordHash, pinHash FROM user", reads: [] },
      [],
    )
    .all();
  for (const { passwordHash, pinHash } of stored) {
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(pinHash).toMatch(/^\$argon2id\$/);
  }
});
