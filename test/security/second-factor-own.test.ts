import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServerWithClock } from "../harness/server.ts";
import { tenant } from "../tenant/command.ts";
import {
  addApp,
  codeAt,
  createUserWithApp,
  firstStep,
  STEP_MS,
  secondStep,
  startWithApp,
} from "./two-step.ts";

const PATH = "/api/me/second-factor";

test("a user sees their own second factors", async () => {
  const { app } = await startWithApp("user");
  expect((await app.client.get(PATH)).body).toEqual({
    isRequired: false,
    totp: { createdDT: expect.any(String) },
    passkeys: [],
    recoveryCodesLeft: 10,
  });
});

test("a change of the second factors needs a password of the last five minutes", async () => {
  const { clock, app } = await startWithApp("user");
  clock.advance(5 * 60_000 + 1000);
  const late = await app.client.delete(`${PATH}/totp`);
  expect([late.status, late.body.reason]).toEqual([403, "recentLogin"]);
  for (const path of [`${PATH}/setup`, `${PATH}/recovery-codes`]) {
    expect((await app.client.post(path)).body.reason).toBe("recentLogin");
  }
});

test("a removed authenticator app is not required any more, and its recovery codes are removed", async () => {
  const { server, app } = await startWithApp("user");
  expect((await app.client.delete(`${PATH}/totp`)).status).toBe(204);
  expect((await app.client.delete(`${PATH}/totp`)).status).toBe(404);
  expect((await app.client.get(PATH)).body).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
  expect((await app.client.post(`${PATH}/recovery-codes`)).status).toBe(400);
  expect((await firstStep(server, "user")).status).toBe(200);
});

test("the last second factor can't be removed where a role requires one", async () => {
  const { clock, server } = await startServerWithClock({ settings: { LOGIN_SECOND_FACTOR_ROLES: "User" } });
  const { body } = await firstStep(server, "user");
  const { client } = await addApp(server, body.ticket, clock.now());
  expect((await client.delete(`${PATH}/totp`)).status).toBe(409);
  expect((await client.get(PATH)).body).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 });
  expect((await firstStep(server, "user")).body.reason).toBe("secondFactor");
});

test("with the first second factor earlier tokens of the user end, and the response's tokens stay valid", async () => {
  const { clock, server } = await startServerWithClock();
  const { body: before } = await firstStep(server, "user");
  const { client } = await createUserWithApp(server, "user", clock.now());
  expect((await server.withToken(before.accessToken).get("/api/me")).status).toBe(401);
  expect((await server.anonymous.post("/api/pwa-auth/refresh", before)).status).toBe(401);
  expect((await client.get("/api/me")).status).toBe(200);
});

test("tokens that ended with the first second factor stay invalid when the last one is removed", async () => {
  const { clock, server } = await startServerWithClock();
  const { body: before } = await firstStep(server, "user");
  const { client } = await createUserWithApp(server, "user", clock.now());
  expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
  expect((await server.withToken(before.accessToken).get("/api/me")).status).toBe(401);
  expect((await server.anonymous.post("/api/pwa-auth/refresh", before)).status).toBe(401);
  expect((await client.get("/api/me")).status).toBe(200);
});

test("a second app can't be added beside the first, and a ticket for it adds one factor", async () => {
  const { clock, server, app } = await startWithApp("user");
  const { body } = await app.client.post(`${PATH}/setup`);
  const totp = () => server.anonymous.post("/api/pwa-auth/second-factor/setup/totp", { ticket: body.ticket });
  expect((await totp()).status).toBe(400);
  await app.client.delete(`${PATH}/totp`);
  expect((await addApp(server, body.ticket, clock.now())).recoveryCodes).toHaveLength(10);
  expect((await totp()).body.reason).toBe("ticketExpired");
});

test("new recovery codes end the old ones", async () => {
  const { server, app } = await startWithApp("user");
  const { body } = await app.client.post(`${PATH}/recovery-codes`);
  const attempt = async (recoveryCode = "") => {
    const first = await firstStep(server, "user");
    return (await secondStep(server, first.body.ticket, { recoveryCode })).status;
  };
  expect(await attempt(app.recoveryCodes[0])).toBe(401);
  expect(await attempt(body.recoveryCodes[0])).toBe(200);
});

test("a user's new own password keeps the second factor, and the login that changed it", async () => {
  const { server, app } = await startWithApp("user");
  const given = { oldPassword: "user-demo", password: "a new password" };
  const { status, body } = await app.client.put("/api/me/secrets", given);
  expect(status).toBe(200);
  expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(200);
  expect((await firstStep(server, "user", "a new password")).body.reason).toBe("secondFactor");
});

test("an Admin resets another user's second factors after a recent password, but not their own", async () => {
  const { clock, server } = await startServerWithClock();
  const user = await createUserWithApp(server, "user", clock.now());
  const path = "/api/users/3/second-factor";
  expect((await (await server.as("manager")).delete(path)).status).toBe(403);
  const { body: login } = await firstStep(server, "admin");
  const admin = server.withToken(login.accessToken);
  expect((await admin.delete("/api/users/1/second-factor")).status).toBe(403);
  expect((await admin.delete("/api/users/7/second-factor")).status).toBe(404);
  clock.advance(5 * 60_000 + 1000);
  expect((await admin.delete(path)).body.reason).toBe("recentLogin");
  const { body: again } = await firstStep(server, "admin");
  expect((await server.withToken(again.accessToken).delete(path)).status).toBe(204);
  expect((await user.client.get("/api/me")).status).toBe(401);
  expect((await firstStep(server, "user")).status).toBe(200);
});

test("Admins see at once who has a second factor", async () => {
  const { clock, server } = await startServerWithClock();
  const admin = await server.as("admin");
  const shown = async () => (await admin.get("/api/users/3")).body.hasSecondFactor;
  expect(await shown()).toBe(false);
  const tag = (await admin.get("/api/users")).headers.get("ETag") ?? "";
  const { client } = await createUserWithApp(server, "user", clock.now());
  expect(await shown()).toBe(true);
  expect((await admin.get("/api/users", { "If-None-Match": tag })).status).toBe(200);
  await client.delete(`${PATH}/totp`);
  expect(await shown()).toBe(false);
});

test("the audit names who added and removed a second factor, and no secret", async () => {
  const { server, app } = await startWithApp("user");
  await app.client.delete(`${PATH}/totp`);
  const { body, text } = await (await server.as("admin")).get("/api/audit?entity=user&entityId=3");
  expect(body).toMatchObject([
    { user: { id: 3 }, changes: [{ field: "authenticatorApp", before: "set", after: null }] },
    { user: { id: 3 }, changes: [{ field: "authenticatorApp", before: null, after: "set" }] },
  ]);
  expect(text).not.toContain(app.secret);
});

test("reset-admin on the machine removes the second factors of the Admin", async () => {
  const { server } = await startWithApp("admin");
  await server.halt();
  const { status } = await tenant(server.folder, ["reset-admin", "--user", "admin"], "a new password\n");
  expect(status).toBe(0);
  await server.restart();
  expect((await firstStep(server, "admin", "a new password")).status).toBe(200);
});

test("with another key in the data folder no code is valid, and an Admin can reset the second factors", async () => {
  const { clock, server, app } = await startWithApp("user");
  await server.halt();
  rmSync(join(server.folder, "second-factor.key"));
  await server.restart();
  clock.advance(STEP_MS);
  const { body } = await firstStep(server, "user");
  const code = codeAt(app.secret, clock.now());
  expect((await secondStep(server, body.ticket, { code })).status).toBe(401);
  expect((await secondStep(server, body.ticket, { recoveryCode: app.recoveryCodes[0] })).status).toBe(401);
});
