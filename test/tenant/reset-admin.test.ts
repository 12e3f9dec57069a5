import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AuditEntry } from "../../src/audit/shapes.ts";
import { markRestored } from "../../src/ops/backup/data-folder/restore-marker.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { type Paired, pairDevice, pairSharedTerminal } from "../security/terminal.ts";
import { add, tenant } from "./command.ts";

const NEW = "a new password\n";
const logIn = (server: TestServer, userName: string, password: string) =>
  server.anonymous.post("/api/pwa-auth/login-password", { userName, password });

/** A server with the Admin of its set-up alone. */
async function newServer() {
  const server = await startServer({ empty: true });
  const code = readFileSync(`${server.folder}/setup-code`, "utf8").trim();
  await server.anonymous.post("/api/setup", {
    code,
    ...{ tenantName: "First", userName: "ada", firstName: "Ada", lastName: "Novak" },
    password: "the first password",
  });
  return server;
}

test("the only Admin gets a new password in place of the old one without being named", async () => {
  const server = await newServer();
  await server.halt();
  expect(await tenant(server.folder, ["reset-admin"], NEW)).toEqual({
    status: 0,
    stdout:
      "ada (Ada Novak, user 1, tenant First) has a new password and is an active administrator. Two-step login is off. Earlier logins, lock-outs, the pairing code and the personal devices are ended; shared terminals and the PIN stay.\n",
    stderr: "",
  });
  await server.restart();
  expect((await logIn(server, "ada", "the first password")).status).toBe(401);
  expect((await logIn(server, "ada", "a new password")).status).toBe(200);
});

test("without a password on standard input one is generated and shown once", async () => {
  const server = await newServer();
  await server.halt();
  const { stdout } = await tenant(server.folder, ["reset-admin"]);
  const password = /^Password, shown only now: ((?:\w{4}-){3}\w{4})$/m.exec(stdout)?.[1] ?? "";
  await server.restart();
  expect((await logIn(server, "ada", password)).status).toBe(200);
});

test("earlier tokens end and lock-outs of password and PIN are lifted", async () => {
  const { clock, server } = await startServerWithClock();
  const token = await server.tokenOf("admin");
  for (let i = 0; i < 20; i++) await logIn(server, "admin", `wrong ${i}`);
  for (let i = 0; i < 5; i++)
    await server.anonymous.post("/api/pwa-auth/login", { userId: "1", pin: "000000" });
  expect((await logIn(server, "admin", "admin-demo")).status).toBe(429);
  expect((await server.anonymous.post("/api/pwa-auth/login", { userId: "1", pin: "111111" })).status).toBe(
    429,
  );
  await server.halt();
  expect((await tenant(server.folder, ["reset-admin", "--user", "ADMIN"], NEW)).status).toBe(0);
  // The count of the address is not the user's.
  clock.advance(16 * 60_000);
  await server.restart();
  expect((await server.withToken(token).get("/api/me")).status).toBe(401);
  expect((await logIn(server, "admin", "a new password")).status).toBe(200);
  expect((await server.anonymous.post("/api/pwa-auth/login", { userId: "1", pin: "111111" })).status).toBe(
    200,
  );
});

test("the personal devices of that user end, and no other device", async () => {
  const server = await startServer();
  const own = await pairDevice(server, "admin");
  const terminal = await pairSharedTerminal(server);
  const colleague = await pairDevice(server, "user");
  await server.halt();
  expect((await tenant(server.folder, ["reset-admin", "--user", "admin"], NEW)).status).toBe(0);
  await server.restart();
  const exchange = async ({ deviceToken }: Paired) =>
    (await server.anonymous.post("/api/device-auth/exchange", { deviceToken })).status;
  expect([await exchange(own), await exchange(terminal), await exchange(colleague)]).toEqual([401, 200, 200]);
  expect((await server.withToken(own.accessToken).get("/api/me")).status).toBe(401);
  const { body } = await logIn(server, "admin", "a new password");
  const { body: events } = await server
    .withToken(body.accessToken)
    .get("/api/security-events?kind=deviceRevoked");
  expect(events).toMatchObject([{ user: null, target: { type: "device", id: own.deviceTokenId } }]);
});

test("the open pairing code of that user ends", async () => {
  const server = await startServer();
  const { body: open } = await server.admin.post("/api/device-auth/generate-code");
  await server.halt();
  expect((await tenant(server.folder, ["reset-admin", "--user", "admin"], NEW)).status).toBe(0);
  await server.restart();
  const pairing = await server.anonymous.post("/api/device-auth/activate", { code: open.code });
  expect(pairing.status).toBe(400);
});

test("a named inactive user without the role Admin becomes an active Admin, keeps the other roles, and the audit records it", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  await admin.put("/api/users/3", { isActive: false });
  await server.halt();
  expect((await tenant(server.folder, ["reset-admin", "--user", "user"], NEW)).status).toBe(0);
  await server.restart();
  const { body } = await logIn(server, "user", "a new password");
  const user = server.withToken(body.accessToken);
  expect((await user.get("/api/users/3")).body).toMatchObject({
    isActive: true,
    roles: expect.arrayContaining(["Admin", "User"]),
  });
  const entries: AuditEntry[] = (await user.get("/api/audit?entity=user&entityId=3&cause=reset-admin")).body;
  expect(entries.map(({ user, action }) => ({ user, action }))).toEqual(
    entries.map(() => ({ user: null, action: "update" })),
  );
  const fields = entries.flatMap(({ changes }) => changes.map(({ field }) => field));
  expect(fields.sort()).toEqual(["isActive", "password", "pin", "roles"]);
});

test.each([
  [
    "several Admins",
    ["reset-admin"],
    /several administrators: admin \(Riverside Warehouse\), admin2 \(Hilltop Store\)\. Name one with --user\./,
  ],
  [
    "an unknown user",
    ["reset-admin", "--user", "nobody"],
    /The user "nobody" does not exist\. Administrators: admin/,
  ],
  ["a short password", ["reset-admin", "--user", "admin"], /"password" must have at least 8/],
  ["a word too many", ["reset-admin", "admin"], /Unexpected argument "admin"\./],
  ["an option of another command", ["reset-admin", "--first", "Ada"], /--first.*reset-admin/],
])("%s is an error of one sentence with status 1, and nothing changes", async (_, args, sentence) => {
  const server = await startServer();
  await server.halt();
  const { status, stdout, stderr } = await tenant(server.folder, args, "short");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.split("\n")).toHaveLength(2);
  await server.restart();
  expect((await logIn(server, "admin", "admin-demo")).status).toBe(200);
});

test("while the server runs the command is refused with status 10 and a hint, and nothing changes", async () => {
  const server = await startServer();
  const { status, stdout, stderr } = await tenant(server.folder, ["reset-admin", "--user", "admin"], NEW);
  expect({ status, stdout }).toEqual({ status: 10, stdout: "" });
  expect(stderr).toMatch(/sudo systemctl stop tallybox/);
  expect((await logIn(server, "admin", "admin-demo")).status).toBe(200);
});

test("between a restore and the next start the Admin is confirmed, and no other one can confirm himself", async () => {
  const server = await startServer();
  expect((await server.admin.put("/api/users/2", { roles: ["Admin"] })).status).toBe(200);
  await server.halt();
  markRestored(server.folder);
  expect((await tenant(server.folder, ["reset-admin", "--user", "admin"], NEW)).status).toBe(0);
  await server.restart();
  expect((await logIn(server, "manager", "manager-demo")).status).toBe(401);
  expect((await logIn(server, "admin", "a new password")).status).toBe(200);
});

test("a server that is not set up has no Admin to reset", async () => {
  const server = await startServer({ empty: true });
  await server.halt();
  const { status, stderr } = await tenant(server.folder, ["reset-admin"], NEW);
  expect(status).toBe(1);
  expect(stderr).toMatch(/not set up yet/);
});

test("an Admin of another tenant is reset in that tenant", async () => {
  const server = await startServer();
  await server.halt();
  await tenant(server.folder, add("Third", "grace"), "a good password");
  const { stdout } = await tenant(server.folder, ["reset-admin", "--user", "grace"], NEW);
  expect(stdout).toContain("tenant Third");
  await server.restart();
  expect((await logIn(server, "grace", "a new password")).status).toBe(200);
});

test("the only Admin with a new computer gets in while others try passwords, at least on the machine itself", async () => {
  const server = await startServer({ settings: { HTTP_TRUSTED_PROXIES: "127.0.0.0/8" } });
  const at = (address: string, password: string) =>
    server.anonymous.post(
      "/api/pwa-auth/login-password",
      { userName: "admin", password },
      { "X-Forwarded-For": address },
    );
  const attack = async () => {
    for (let i = 0; i < 20; i++) await at(`10.1.${i}.1`, "wrong");
  };
  await attack();
  expect((await at("10.2.0.1", "admin-demo")).status).toBe(429);
  await server.halt();
  expect((await tenant(server.folder, ["reset-admin", "--user", "admin"], NEW)).status).toBe(0);
  await server.restart();
  expect((await at("10.2.0.1", "a new password")).status).toBe(200);
  await attack();
  expect((await at("10.2.0.2", "a new password")).status).toBe(429);
  for (const address of ["127.0.0.1", "::1"]) expect((await at(address, "a new password")).status).toBe(200);
});
