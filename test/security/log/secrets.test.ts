import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addProgram } from "../../access/api-keys/accounts.ts";
import { eventually } from "../../harness/eventually.ts";
import { imported } from "../../import/uploads.ts";
import { TO_THIS_MACHINE } from "../../webhooks/dispatch-options.ts";
import { fails, startReceiver } from "../../webhooks/receiver.ts";
import { byPassword, from, pinById, pinByName } from "../login-attempts.ts";
import { pairDevice, pairSharedTerminal } from "../terminal.ts";
import { type ServerWithLogs, startServerWithLogs } from "./server-with-logs.ts";

/** Everything that the table holds, and everything that the process has logged. */
async function allOf({ server, logged }: ServerWithLogs): Promise<string> {
  await server.appliance.dependencies.securityLog.flush();
  const { storage } = server.appliance.dependencies;
  const rows = storage.db.query<object>({ sql: "SELECT * FROM securityEvent", reads: [] }, []).all();
  return JSON.stringify(rows) + logged();
}

/** Texts typed into a login, unlike anything else in the log. */
const typed = fc
  .string({ unit: "grapheme", minLength: 8, maxLength: 60 })
  .map((text) => `~${text.replaceAll(/\p{Cc}|\\|"/gu, "x").trim()}~`);

test("no text that was typed at a failed login is recorded", async () => {
  const watched = await startServerWithLogs();
  const { server } = watched;
  await fc.assert(
    fc.asyncProperty(typed, typed, fc.nat(255), async (name, password, host) => {
      const address = `10.0.0.${host}`;
      await byPassword(server, name, password, address);
      await byPassword(server, "user", password, address);
      await pinByName(server, name, "804672", address);
      await server.anonymous.post("/api/device-auth/exchange", { deviceToken: password }, from(address));
      await server.anonymous.post(
        "/api/device-auth/activate",
        { code: password.slice(0, 40) },
        from(address),
      );
      await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken: password }, from(address));
      const all = await allOf(watched);
      for (const secret of [name, password]) expect(all).not.toContain(secret);
    }),
    { numRuns: 20 },
  );
  const all = await allOf(watched);
  expect(all).toContain("wrongCredentials");
  expect(all).not.toContain("804672");
});

test("no secret, code or token, old or new, is recorded", async () => {
  const watched = await startServerWithLogs();
  const { server } = watched;
  const secrets = ["user-demo", "a new password", "another password", "739182", "582917", "a third password"];
  const keep = (body: Readonly<Record<string, unknown>>) => {
    for (const name of ["accessToken", "refreshToken", "deviceToken", "code", "qrContent", "url"])
      if (typeof body[name] === "string") secrets.push(body[name]);
    return body;
  };
  const { body: login } = await byPassword(server, "user", "user-demo");
  keep(login);
  keep((await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken: login.refreshToken })).body);
  await pinById(server, 3, "3333");
  const change = { oldPassword: "user-demo", password: "a new password", pin: "739182" };
  keep((await (await server.as("user")).put("/api/me/secrets", change)).body);
  const admin = await server.as("admin");
  await admin.put("/api/users/3/secrets", { password: "another password", pin: "582917" });
  const named = { userName: "new", firstName: "Nea", lastName: "Ova", roles: ["User"] };
  await admin.post("/api/users", { ...named, password: "a third password" });
  await imported(admin, "users", "User name,Password\nmanager,a third password\n");
  keep((await admin.post("/api/device-auth/generate-code")).body);
  keep({ ...(await pairDevice(server, "manager")) });
  keep({ ...(await pairSharedTerminal(server)) });
  keep((await admin.post("/api/backup/downloads")).body);
  const key = readFileSync(join(server.folder, "jwt.key"), "utf8").trim();
  const all = await allOf(watched);
  expect(all).toContain("secretsChanged");
  for (const secret of [...secrets, key, "$argon2"]) {
    // Six digits may be a part of a time in nanoseconds or of a hash.
    if (/^\d+$/.test(secret)) expect(all).not.toMatch(new RegExp(`(?<![\\w.])${secret}(?!\\w)`));
    else expect(all).not.toContain(secret);
  }
  expect(readdirSync(server.folder)).toContain("jwt.key");
});

test("no API key, secret or address of a webhook, or password of the mail server is recorded", async () => {
  const watched = await startServerWithLogs({ webhooks: TO_THIS_MACHINE });
  const { server } = watched;
  const admin = await server.as("admin");
  const { key, client, oid } = await addProgram(server, ["articles:read", "articles:write"]);
  expect((await client.get("/api/articles/1")).status).toBe(200);
  const wrong = `${key.slice(0, -4)}zzzz`;
  expect((await server.withToken(wrong).get("/api/articles/1")).status).toBe(401);
  expect((await server.anonymous.get(`/api/articles/1?access_token=${key}`)).status).toBe(401);
  const second = (await admin.post(`/api/service-accounts/${oid}/keys`, {})).body.key;

  const receiver = await startReceiver(fails);
  const url = `${receiver.url}/hooks/t0ken-in-the-path?key=t0ken-in-the-query`;
  const { secret, webhook } = (await admin.post("/api/webhooks", { name: "ERP", url })).body;
  const other = (await admin.post(`/api/webhooks/${webhook.oid}/secret`, {})).body.secret;
  await admin.post(`/api/webhooks/${webhook.oid}/test`, {});
  await client.put("/api/articles/1", { name: "Renamed" });
  await eventually(async () => expect(receiver.received.length).toBeGreaterThan(1));

  const mail = {
    host: "127.0.0.1",
    port: 1,
    security: "startTls",
    userName: "box",
    fromAddress: "box@example.com",
  };
  const password = "a mail password";
  const set = await admin.put("/api/settings/mail-server", { ...mail, password });
  expect(set.status).toBe(200);
  expect((await admin.put("/api/users/1", { email: "ada@example.com" })).status).toBe(200);
  expect((await admin.post("/api/settings/mail-server/test")).body).toMatchObject({ isDelivered: false });
  const badgeCode = "BADGE-7391-AA";
  expect((await admin.put("/api/users/3", { badgeCode })).status).toBe(200);

  const all = await allOf(watched);
  for (const event of ["apiKeyUsed", "webhookSecretRotated", "mailServer"]) expect(all).toContain(event);
  const secrets = [
    key,
    wrong,
    second,
    secret,
    other,
    password,
    badgeCode,
    "t0ken-in-the-path",
    "t0ken-in-the-query",
  ];
  for (const each of secrets) {
    expect(each.length).toBeGreaterThan(8);
    expect(all).not.toContain(each);
    expect(all).not.toContain(Buffer.from(each).toString("base64"));
  }
});
