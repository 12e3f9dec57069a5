import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AuditEntry } from "../../src/audit/shapes.ts";
import { aBox, type TestBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";
import { aPairedDevice, aSharedTerminal, type Paired } from "../security/terminal.ts";
import { add, tenant } from "./command.ts";

const NEW = "a new password\n";
const logIn = (box: TestBox, userName: string, password: string) =>
  box.anonymous.post("/api/pwa-auth/login-password", { userName, password });

/** A server with the Admin of its set-up alone. */
async function newServer() {
  const box = await aBox({ empty: true });
  const code = readFileSync(`${box.folder}/setup-code`, "utf8").trim();
  await box.anonymous.post("/api/setup", {
    code,
    ...{ tenantName: "First", userName: "ada", firstName: "Ada", lastName: "Novak" },
    password: "the first password",
  });
  return box;
}

test("the only Admin gets a new password without being named; the old one is worth nothing any more", async () => {
  const box = await newServer();
  await box.halt();
  expect(await tenant(box.folder, ["reset-admin"], NEW)).toEqual({
    status: 0,
    out: "ada (Ada Novak, user 1, tenant First) has a new password and is an active administrator. Two-step login is off. Earlier logins, lock-outs, the pairing code and the personal devices are ended; shared terminals and the PIN stay.\n",
    told: "",
  });
  await box.restart();
  expect((await logIn(box, "ada", "the first password")).status).toBe(401);
  expect((await logIn(box, "ada", "a new password")).status).toBe(200);
});

test("without a password on standard input one is generated and shown once", async () => {
  const box = await newServer();
  await box.halt();
  const { out } = await tenant(box.folder, ["reset-admin"]);
  const password = /^password, shown only now: ((?:\w{4}-){3}\w{4})$/m.exec(out)?.[1] ?? "";
  await box.restart();
  expect((await logIn(box, "ada", password)).status).toBe(200);
});

test("earlier tokens end and lock-outs of password and PIN are lifted", async () => {
  const clock = aClock();
  const box = await aBox({ clock });
  const token = await box.tokenOf("admin");
  for (let i = 0; i < 20; i++) await logIn(box, "admin", `wrong ${i}`);
  for (let i = 0; i < 5; i++) await box.anonymous.post("/api/pwa-auth/login", { userId: "1", pin: "000000" });
  expect((await logIn(box, "admin", "admin-demo")).status).toBe(429);
  expect((await box.anonymous.post("/api/pwa-auth/login", { userId: "1", pin: "111111" })).status).toBe(429);
  await box.halt();
  expect((await tenant(box.folder, ["reset-admin", "--user", "ADMIN"], NEW)).status).toBe(0);
  // The count of the address is not the user's.
  clock.advance(16 * 60_000);
  await box.restart();
  expect((await box.with(token).get("/api/me")).status).toBe(401);
  expect((await logIn(box, "admin", "a new password")).status).toBe(200);
  expect((await box.anonymous.post("/api/pwa-auth/login", { userId: "1", pin: "111111" })).status).toBe(200);
});

test("the personal devices and the open pairing code of that user end; shared terminals and other people's devices stay", async () => {
  const box = await aBox();
  const own = await aPairedDevice(box, "admin");
  const terminal = await aSharedTerminal(box);
  const colleague = await aPairedDevice(box, "user");
  const { body: open } = await (await box.as("admin")).post("/api/device-auth/generate-code");
  await box.halt();
  expect((await tenant(box.folder, ["reset-admin", "--user", "admin"], NEW)).status).toBe(0);
  await box.restart();
  const exchange = async ({ deviceToken }: Paired) =>
    (await box.anonymous.post("/api/device-auth/exchange", { deviceToken })).status;
  expect([await exchange(own), await exchange(terminal), await exchange(colleague)]).toEqual([401, 200, 200]);
  expect((await box.with(own.accessToken).get("/api/me")).status).toBe(401);
  const pairing = await box.anonymous.post("/api/device-auth/activate", { code: open.code });
  expect(pairing.status).toBe(400);
  const { body } = await logIn(box, "admin", "a new password");
  const { body: events } = await box.with(body.accessToken).get("/api/security-events?kind=deviceRevoked");
  expect(events).toMatchObject([{ user: null, target: { type: "device", id: own.deviceTokenId } }]);
});

test("a named user who was deactivated and is no Admin becomes an active Admin, keeps the other roles, and the audit tells it", async () => {
  const box = await aBox();
  const admin = await box.as("admin");
  await admin.put("/api/users/3", { isActive: false });
  await box.halt();
  expect((await tenant(box.folder, ["reset-admin", "--user", "user"], NEW)).status).toBe(0);
  await box.restart();
  const { body } = await logIn(box, "user", "a new password");
  const user = box.with(body.accessToken);
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
    /there are several administrators: admin \(Riverside Warehouse\), admin2 \(Hilltop Store\); name one with --user/,
  ],
  [
    "an unknown user",
    ["reset-admin", "--user", "nobody"],
    /there is no user "nobody"; administrators: admin/,
  ],
  ["a short password", ["reset-admin", "--user", "admin"], /"password" must have at least 8/],
  ["a word too many", ["reset-admin", "admin"], /what is "admin"\?/],
  ["an option of another command", ["reset-admin", "--first", "Ada"], /--first.*reset-admin/],
])("%s is one sentence and status 1, and nothing is changed", async (_, args, sentence) => {
  const box = await aBox();
  await box.halt();
  const { status, out, told } = await tenant(box.folder, args, "short");
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(told).toMatch(sentence);
  expect(told.split("\n")).toHaveLength(2);
  await box.restart();
  expect((await logIn(box, "admin", "admin-demo")).status).toBe(200);
});

test("while the server runs it is refused with status 10 and what to do, and nothing is changed", async () => {
  const box = await aBox();
  const { status, out, told } = await tenant(box.folder, ["reset-admin", "--user", "admin"], NEW);
  expect({ status, out }).toEqual({ status: 10, out: "" });
  expect(told).toMatch(/sudo systemctl stop tallybox/);
  expect((await logIn(box, "admin", "admin-demo")).status).toBe(200);
});

test("a server that is not set up has no Admin to reset", async () => {
  const box = await aBox({ empty: true });
  await box.halt();
  const { status, told } = await tenant(box.folder, ["reset-admin"], NEW);
  expect(status).toBe(1);
  expect(told).toMatch(/not set up yet/);
});

test("an Admin of another tenant is reset there", async () => {
  const box = await aBox();
  await box.halt();
  await tenant(box.folder, add("Third", "grace"), "a good password");
  const { out } = await tenant(box.folder, ["reset-admin", "--user", "grace"], NEW);
  expect(out).toContain("tenant Third");
  await box.restart();
  expect((await logIn(box, "grace", "a new password")).status).toBe(200);
});
