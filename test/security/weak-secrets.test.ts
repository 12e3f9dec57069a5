import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";

const SECRETS = "/api/users/3/secrets";

test.each([
  ["a repeated digit", "4444"],
  ["a repeated digit, six times", "999999"],
  ["a sequence", "4567"],
  ["a sequence downwards", "987654"],
  ["a sequence over zero", "7890"],
  ["a common PIN", "2580"],
  ["a common PIN of six digits", "147258"],
  ["a repeated pair", "3737"],
  ["a repeated pair of six digits", "939393"],
  ["a year", "2031"],
  ["a day", "260494"],
])("a PIN that is %s is refused when it is set, at its field", async (_, pin) => {
  const server = await startServer();
  const admin = await server.as("admin");
  const person = { userName: "new", firstName: "Nela", lastName: "Nova", roles: ["User"] };
  for (const response of [
    await admin.put(SECRETS, { pin }),
    await admin.post("/api/users", { ...person, pin }),
    await (await server.as("user")).put("/api/me/secrets", { oldPin: "3333", pin }),
  ]) {
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      { path: "pin", message: expect.stringContaining("easy to guess") },
    ]);
  }
  expect((await admin.put(SECRETS, { pin: "8264" })).status).toBe(200);
});

test.each(["password1", "PassWord1", "iloveyou", "qwertyuiop"])(
  "the common password %s is refused when it is set, at its field",
  async (password) => {
    const server = await startServer();
    const admin = await server.as("admin");
    const person = { userName: "new", firstName: "Nela", lastName: "Nova", roles: ["User"] };
    for (const response of [
      await admin.put(SECRETS, { password }),
      await admin.post("/api/users", { ...person, password }),
      await (await server.as("user")).put("/api/me/secrets", { oldPin: "3333", password }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.body.errors).toEqual([
        { path: "password", message: expect.stringContaining("common") },
      ]);
    }
  },
);

test("a password of words of the product is accepted: no rule but length and commonness", async () => {
  const admin = await (await startServer()).as("admin");
  expect((await admin.put(SECRETS, { password: "Warehouse2026!" })).status).toBe(200);
});

test("the set-up refuses weak secrets", async () => {
  const server = await startServer({ empty: true });
  const names = { tenantName: "T", userName: "boss", firstName: "B", lastName: "B" };
  const weak = { ...names, code: "any", password: "password", pin: "123456" };
  const { status, body } = await server.anonymous.post("/api/setup", weak);
  expect(status).toBe(400);
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(["password", "pin"]);
  const short = await server.anonymous.post("/api/setup", { ...weak, password: "dlouhé heslo", pin: "8264" });
  expect(short.body.errors).toEqual([{ path: "pin", message: expect.stringContaining("6 digits") }]);
});

test("an existing weak secret is accepted at the login", async () => {
  const server = await startServer();
  const login = (userId: number, pin: string) =>
    server.anonymous.post("/api/pwa-auth/login", { userId, pin });
  expect((await login(2, "2222")).status).toBe(200);
  expect((await login(1, "111111")).status).toBe(200);
  expect((await login(3, "1234")).status).toBe(401);
});

test("Managers and Admins can't be given a PIN under six digits", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  const person = { userName: "new", firstName: "Nela", lastName: "Nova", roles: ["User", "Manager"] };
  for (const response of [
    await admin.put("/api/users/2/secrets", { pin: "8264" }),
    await admin.post("/api/users", { ...person, pin: "82640" }),
    await (await server.as("manager")).put("/api/me/secrets", { oldPin: "2222", pin: "8264" }),
  ]) {
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path: "pin", message: expect.stringContaining("6 digits") }]);
  }
  expect((await admin.put("/api/users/2/secrets", { pin: "826415" })).status).toBe(200);
});

test("a user who becomes Manager with a shorter PIN loses it, and the response says so", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  const short = await admin.put("/api/users/3", { roles: ["Manager"] });
  expect(short.body).toMatchObject({ hasPin: false, hasPassword: true, isPinRemoved: true });
  expect((await server.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: "3333" })).status).toBe(401);
  await admin.put("/api/users/3", { roles: ["User"] });
  await admin.put(SECRETS, { pin: "826415" });
  const long = await admin.put("/api/users/3", { roles: ["Admin"] });
  expect(long.body).toMatchObject({ hasPin: true });
  expect(long.body).not.toHaveProperty("isPinRemoved");
  expect((await server.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: "826415" })).status).toBe(200);
});

test("a PIN of unrecorded length is lost by a further role alone", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("user");
    tx.query({ sql: "UPDATE user SET pinDigits = NULL", reads: [] }, []).run();
  });
  expect((await admin.put("/api/users/3", { roles: ["User"] })).body).toMatchObject({ hasPin: true });
  expect((await admin.put("/api/users/3", { roles: ["Manager"] })).body).toMatchObject({
    isPinRemoved: true,
  });
});

test("a Manager keeps an existing shorter PIN", async () => {
  const server = await startServer();
  const { body } = await (await server.as("admin")).put("/api/users/2", { roles: ["Manager", "User"] });
  expect(body).toMatchObject({ hasPin: true });
});
