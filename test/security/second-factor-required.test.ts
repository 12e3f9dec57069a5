import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../src/platform/config.ts";
import type { Client } from "../harness/client.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { pinById, pinByName } from "./login-attempts.ts";
import { type Paired, pairDevice, pairSharedTerminal } from "./terminal.ts";
import { addApp, codeAt, createUserWithApp, firstStep, STEP_MS, secondStep } from "./two-step.ts";

const REQUIRED = { LOGIN_SECOND_FACTOR_ROLES: "Admin, manager" };

test("a role that requires a second factor can log in only to set one up, and then logs in with it", async () => {
  const { clock, server } = await startServerWithClock({ settings: REQUIRED });
  const first = await firstStep(server, "admin");
  expect([first.status, first.body.reason, first.body.offers]).toEqual([401, "secondFactorSetup", []]);
  const { ticket } = first.body;
  expect((await secondStep(server, ticket, { code: "123456" })).body.reason).toBe("ticketExpired");
  const wrong = { ticket, code: "000000" };
  await server.anonymous.post("/api/pwa-auth/second-factor/setup/totp", { ticket });
  const refused = await server.anonymous.post("/api/pwa-auth/second-factor/setup", wrong);
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "code"]);
  const app = await addApp(server, ticket, clock.now());
  expect((await app.client.get("/api/users")).status).toBe(200);
  clock.advance(STEP_MS);
  const again = await firstStep(server, "admin");
  expect(again.body.reason).toBe("secondFactor");
  const second = await secondStep(server, again.body.ticket, { code: codeAt(app.secret, clock.now()) });
  expect(second.status).toBe(200);
});

test("other roles log in as before", async () => {
  const server = await startServer({ settings: REQUIRED });
  expect((await firstStep(server, "user")).status).toBe(200);
  expect((await pinById(server, 3, "3333")).status).toBe(200);
});

test("tokens of a login without a second factor are refused once the role requires it", async () => {
  const server = await startServer();
  const { body } = await firstStep(server, "manager");
  const manager = server.withToken(body.accessToken);
  const admin = await server.as("admin");
  expect((await admin.put("/api/settings", { secondFactorRoles: ["Manager"] })).status).toBe(200);
  expect((await manager.get("/api/me")).status).toBe(401);
  expect((await server.anonymous.post("/api/pwa-auth/refresh", body)).status).toBe(401);
  expect((await admin.get("/api/me")).status).toBe(200);
  await admin.put("/api/settings", { secondFactorRoles: [] });
  expect((await manager.get("/api/me")).status).toBe(200);
});

test("a PIN without a paired device neither returns a token nor sets up a second factor", async () => {
  const { clock, server } = await startServerWithClock({ settings: REQUIRED });
  for (const login of [await pinById(server, 1, "111111"), await pinByName(server, "admin", "111111")]) {
    expect([login.status, login.body.reason, login.body.ticket]).toEqual([403, "secondFactor", undefined]);
  }
  expect((await pinById(server, 1, "999999")).status).toBe(401);
  const app = await addApp(server, (await firstStep(server, "admin")).body.ticket, clock.now());
  clock.advance(STEP_MS);
  const { status, body } = await pinById(server, 1, "111111");
  expect([status, body.reason]).toEqual([401, "secondFactor"]);
  const second = await secondStep(server, body.ticket, { code: codeAt(app.secret, clock.now()) });
  expect(second.status).toBe(200);
  // With the PIN the second factor can't be changed.
  const client = server.withToken(second.body.accessToken);
  expect((await client.delete("/api/me/second-factor/totp")).body.reason).toBe("recentLogin");
});

test("a PIN on a paired terminal logs in as before, but an Admin only as a Manager", async () => {
  const { server, terminal } = await pairEarlierTerminal();
  const { status, body } = await terminal.device.post("/api/pda/users/login", { userId: 1, pin: "111111" });
  expect([status, body.roles]).toEqual([200, ["Manager"]]);
  const admin = server.withToken(body.accessToken);
  expect((await admin.get("/api/me")).status).toBe(200);
  expect((await admin.get("/api/users")).status).toBe(403);
  expect((await admin.get("/api/articletransfers")).status).toBe(200);
  const { body: user } = await terminal.device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect(user.roles).toEqual(["User"]);
});

test("with a PIN on a terminal a user can't set a password, pair a personal device or change second factors", async () => {
  const { server, terminal } = await pairEarlierTerminal();
  const person = await terminal.logIn(1, "111111");
  const secrets = await person.put("/api/me/secrets", { oldPin: "111111", password: "a new password" });
  expect([secrets.status, secrets.body.reason]).toEqual([403, "secondFactor"]);
  const code = await person.post("/api/device-auth/generate-code");
  expect([code.status, code.body.reason]).toEqual([403, "secondFactor"]);
  expect((await person.post("/api/device-auth/generate-code", { kind: "terminal" })).status).toBe(200);
  expect((await person.post("/api/me/second-factor/setup")).status).toBe(403);
  expect((await firstStep(server, "admin")).body.reason).toBe("secondFactorSetup");
});

test("a personal device is suspended until its owner has a second factor and pairs it again, and pairs no second one by itself", async () => {
  const { clock, server } = await startServerWithClock();
  const paired = await pairDevice(server, "manager");
  await server.restart(REQUIRED);
  const exchange = () =>
    server.anonymous.post("/api/device-auth/exchange", { deviceToken: paired.deviceToken });
  expect((await exchange()).status).toBe(401);
  expect((await server.withToken(paired.accessToken).get("/api/me")).status).toBe(401);
  clock.advance(1000);
  const app = await addApp(server, (await firstStep(server, "manager")).body.ticket, clock.now());
  expect((await exchange()).status).toBe(401);
  const { body } = await pairAgain(server, app.client, paired);
  const device = server.withToken(body.accessToken);
  expect((await device.get("/api/me")).status).toBe(200);
  expect((await device.post("/api/device-auth/generate-code")).body.reason).toBe("secondFactor");
  expect((await device.post("/api/me/second-factor/setup")).status).toBe(403);
  expect((await device.delete("/api/me/second-factor/totp")).status).toBe(403);
  expect((await app.client.post("/api/device-auth/generate-code")).status).toBe(200);
});

test("the tokens of the set-up are valid for nothing else until the new Admin has a second factor", async () => {
  const server = await startServer({ empty: true, settings: REQUIRED });
  const { body } = await server.anonymous.post("/api/setup", {
    code: readFileSync(join(server.folder, "setup-code"), "utf8").trim(),
    ...{ tenantName: "First", userName: "ada", firstName: "Ada", lastName: "Novak" },
    password: "the first password",
  });
  expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(401);
  expect((await server.anonymous.post("/api/pwa-auth/refresh", body)).status).toBe(401);
  expect((await firstStep(server, "ada", "the first password")).body.reason).toBe("secondFactorSetup");
});

test("the configured roles take precedence over the settings, and the settings show it", async () => {
  const server = await startServer();
  const shown = async () => {
    const { body } = await (await server.as("admin")).get("/api/settings");
    const { secondFactorRoles, isSecondFactorConfigured } = body;
    return [secondFactorRoles, isSecondFactorConfigured];
  };
  expect(await shown()).toEqual([[], false]);
  const change = async (given: object) => (await server.as("admin")).put("/api/settings", given);
  await change({ secondFactorRoles: ["user", "Manager"] });
  expect(await shown()).toEqual([["Manager", "User"], false]);
  const wrong = await change({ secondFactorRoles: ["Owner"] });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, "secondFactorRoles.0"]);
  await server.restart({ LOGIN_SECOND_FACTOR_ROLES: "none" });
  expect(await shown()).toEqual([[], true]);
  const fixed = await change({ secondFactorRoles: ["Manager"] });
  expect([fixed.status, fixed.body.errors[0].path]).toEqual([400, "secondFactorRoles"]);
  expect((await change({ secondFactorRoles: [], siteName: "North" })).status).toBe(200);
});

test("Login:SecondFactorRoles accepts roles in any letter case, and refuses others with a message", () => {
  const rolesOf = (value: string) =>
    readConfig({ DATA_DIR: "/nowhere", LOGIN_SECOND_FACTOR_ROLES: value }).config.secondFactorRoles;
  expect(rolesOf("")).toBe(null);
  expect(rolesOf("manager,ADMIN")).toEqual(["Admin", "Manager"]);
  expect(() => rolesOf("Owner")).toThrow(
    "LOGIN_SECOND_FACTOR_ROLES: must be none, or some of Admin, Manager, User, separated by commas",
  );
});

/** Pairs a device again by a code of this person, and exchanges its new token. */
async function pairAgain(server: TestServer, person: Client, { deviceToken: previousDeviceToken }: Paired) {
  const { code } = (await person.post("/api/device-auth/generate-code")).body;
  const given = { code, previousDeviceToken };
  const { body: activated } = await server.anonymous.post("/api/device-auth/activate", given);
  const { deviceToken, deviceTokenId } = activated;
  const exchanged = await server.anonymous.post("/api/device-auth/exchange", { deviceToken });
  return { ...exchanged, deviceTokenId };
}

/** A shared terminal that was paired before Admins and Managers had to have a second factor. */
async function pairEarlierTerminal() {
  const server = await startServer();
  const terminal = await pairSharedTerminal(server);
  await (await server.as("admin")).put("/api/settings", { secondFactorRoles: ["Admin", "Manager"] });
  return { server, terminal };
}

test("a user with a second factor logs in with two steps whether or not a role requires it", async () => {
  const { clock, server } = await startServerWithClock();
  await createUserWithApp(server, "user", clock.now());
  expect((await pinById(server, 3, "3333")).body.reason).toBe("secondFactor");
  expect((await firstStep(server, "user")).body.reason).toBe("secondFactor");
});
