import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { imported } from "../../import/uploads.ts";
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
