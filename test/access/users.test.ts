import { expect, test } from "vitest";
import { sharedServer, startServer } from "../harness/server.ts";

const PATH = "/api/users";

const server = sharedServer();
const { admin } = server;

let made = 0;
const sample = () => ({ userName: `worker${++made}`, firstName: "Wim", lastName: "Okken", roles: ["User"] });
const addUser = async (fields: object = {}) => (await admin.post(PATH, { ...sample(), ...fields })).body;
const oids = (rows: { oid: number }[]) => rows.map(({ oid }) => oid);

test("the list holds the tenant's users by full name, including inactive ones, and no secrets", async () => {
  const own = await startServer();
  const { body, text } = await (await own.as("admin")).get(PATH);
  expect(oids(body)).toEqual([1, 4, 5, 2, 3]);
  expect(body[0]).toEqual({
    oid: 1,
    userName: "admin",
    firstName: "Ada",
    lastName: "Novak",
    fullName: "Ada Novak",
    email: null,
    badgeCode: null,
    isActive: true,
    roles: ["Admin"],
    hasPassword: true,
    hasPin: true,
    hasSecondFactor: false,
  });
  expect(text).not.toContain("argon2");
  expect((await (await own.as("admin")).get(`${PATH}/1`)).body).toEqual(body[0]);
  expect(oids((await (await own.as("admin2")).get(PATH)).body)).toEqual([6, 7]);
});

test.each([
  ["?isActive=false", [5]],
  ["?isActive=1", [1, 4, 2, 3]],
  ["?q=SVOB", [3]],
  ["?q=bo%20%C4%8D", [4]],
  ["?q=ADMIN", [1]],
  ["?q=a&isActive=false", [5]],
  ["?q=%25", []],
  ["?q=", [1, 4, 5, 2, 3]],
])("the list with %s is filtered", async (query, expected) => {
  const own = await startServer();
  expect(oids((await (await own.as("admin")).get(PATH + query)).body)).toEqual(expected);
});

test("a long list is complete and in order", async () => {
  const own = await startServer();
  const ada = await own.as("admin");
  const names = Array.from({ length: 320 }, (_, i) => `n${String(i).padStart(3, "0")}`);
  const post = (userName: string) => ada.post(PATH, { ...sample(), userName, lastName: userName });
  await Promise.all(names.map(post));
  const { body } = await ada.get(`${PATH}?q=wim`);
  expect(body.map(({ userName }: { userName: string }) => userName)).toEqual(names);
});

test("adding a user is 201 with the record, and the user can log in with the given secrets", async () => {
  const secrets = { password: "long enough", pin: "004271" };
  const response = await admin.post(PATH, {
    ...sample(),
    userName: " Wim ",
    roles: ["User", "manager"],
    email: " wim@warehouse.example ",
    ...secrets,
  });
  expect(response.status).toBe(201);
  const { oid } = response.body;
  const record = {
    oid,
    userName: "Wim",
    firstName: "Wim",
    lastName: "Okken",
    fullName: "Wim Okken",
    email: "wim@warehouse.example",
    badgeCode: null,
    isActive: true,
    roles: ["Manager", "User"],
    hasPassword: true,
    hasPin: true,
    hasSecondFactor: false,
  };
  expect(response.body).toEqual(record);
  expect(response.headers.get("location")).toBe(`${PATH}/${oid}`);
  expect((await admin.get(`${PATH}/${oid}`)).headers.get("etag")).toBe(response.headers.get("etag"));
  const byPin = await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "WIM", pin: "004271" });
  const byPassword = { userName: "wim", password: "long enough" };
  expect(byPin.status).toBe(200);
  expect((await server.anonymous.post("/api/pwa-auth/login-password", byPassword)).status).toBe(200);
});

test("a user's e-mail address is changed and removed", async () => {
  const { oid } = await addUser({ email: "wim@warehouse" });
  const changed = await admin.put(`${PATH}/${oid}`, { email: "w.okken+stock@warehouse.example" });
  expect(changed.body).toMatchObject({ email: "w.okken+stock@warehouse.example" });
  expect((await admin.put(`${PATH}/${oid}`, { firstName: "Willem" })).body.email).toBe(changed.body.email);
  expect((await admin.put(`${PATH}/${oid}`, { email: "" })).body.email).toBeNull();
});

test("a user may have no secrets, and may be inactive from the beginning", async () => {
  const user = await addUser({ isActive: false, password: null });
  expect(user).toMatchObject({ isActive: false, hasPassword: false, hasPin: false });
});

test.each([
  ["userName", ""],
  ["userName", undefined],
  ["firstName", "\u0007"],
  ["lastName", null],
  ["roles", []],
  ["roles", null],
  ["roles.0", ["Owner"]],
  ["isActive", null],
  ["password", "7 chars"],
  ["password", "x".repeat(129)],
  ["pin", "123"],
  ["pin", "1234567"],
  ["pin", 1234],
  ["email", "wim"],
  ["email", "wim@"],
  ["email", "Wim <wim@warehouse.example>"],
  ["email", "wim@warehouse.example, eva@warehouse.example"],
  ["email", "wim@warehouse.example\r\nBcc: eva@warehouse.example"],
  ["email", `${"w".repeat(65)}@warehouse.example`],
])("a new user with a wrong %s (%j) is 400 at that field", async (path, value) => {
  const [name = ""] = path.split(".");
  const response = await admin.post(PATH, { ...sample(), [name]: value });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path, message: expect.any(String) }]);
});

test("a user name is unique over all tenants in any letter case: 409, for a new user and for a change", async () => {
  const [one, two] = [await addUser(), await addUser()];
  for (const taken of [one.userName.toUpperCase(), "ADMIN2"]) {
    const added = await admin.post(PATH, { ...sample(), userName: taken });
    const changed = await admin.put(`${PATH}/${two.oid}`, { userName: taken });
    for (const response of [added, changed]) {
      expect(response.status).toBe(409);
      expect(response.body.errors).toEqual([{ path: "userName", message: expect.any(String) }]);
    }
  }
  expect((await admin.get(`${PATH}/${two.oid}`)).body).toEqual(two);
  const own = await admin.put(`${PATH}/${two.oid}`, { userName: two.userName.toUpperCase() });
  expect(own.body.userName).toBe(two.userName.toUpperCase());
});

test("of two concurrent requests for one user name one succeeds", async () => {
  const user = sample();
  const responses = await Promise.all([admin.post(PATH, user), (await server.as("admin2")).post(PATH, user)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test("a change keeps absent properties", async () => {
  const old = await addUser({ pin: "826415" });
  const renamed = await admin.put(`${PATH}/${old.oid}`, { oid: old.oid, lastName: "Ždanov" });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toEqual({ ...old, lastName: "Ždanov", fullName: "Wim Ždanov" });
  expect((await admin.put(`${PATH}/${old.oid}`, {})).body).toEqual(renamed.body);
  const all = {
    userName: `x${old.oid}`,
    firstName: "Xi",
    lastName: "Yu",
    roles: ["Manager"],
    isActive: false,
  };
  expect((await admin.put(`${PATH}/${old.oid}`, all)).body).toEqual({ ...old, ...all, fullName: "Xi Yu" });
});

test("the search finds a user by the changed name", async () => {
  const { oid } = await addUser();
  await admin.put(`${PATH}/${oid}`, { lastName: "Žilka" });
  expect(oids((await admin.get(`${PATH}?q=zilka`)).body)).toEqual([oid]);
});

test.each([
  ["oid", 1],
  ["userName", null],
  ["firstName", " "],
  ["roles", []],
  ["isActive", "no"],
])("a change with a wrong %s (%j) is 400 at that field", async (name, value) => {
  const { oid } = await addUser();
  const response = await admin.put(`${PATH}/${oid}`, { [name]: value });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path: name, message: expect.any(String) }]);
});

test("deleting deactivates: the user stays readable, and can't log in", async () => {
  const user = await addUser({ pin: "8264" });
  expect((await admin.delete(`${PATH}/${user.oid}`)).status).toBe(204);
  expect((await admin.delete(`${PATH}/${user.oid}`)).status).toBe(204);
  expect((await admin.get(`${PATH}/${user.oid}`)).body).toEqual({ ...user, isActive: false });
  const login = await server.anonymous.post("/api/pwa-auth/login-pin", {
    userName: user.userName,
    pin: "8264",
  });
  expect(login.status).toBe(401);
});

test("an absent secret is kept, and null removes it", async () => {
  const user = await addUser({ password: "long enough", pin: "8264" });
  const secrets = `${PATH}/${user.oid}/secrets`;
  const login = (password: string) =>
    server.anonymous.post("/api/pwa-auth/login-password", { userName: user.userName, password });
  expect((await admin.put(secrets, { password: "other enough" })).body).toEqual(user);
  expect((await login("long enough")).status).toBe(401);
  expect((await login("other enough")).status).toBe(200);
  expect((await admin.put(secrets, { password: null })).body).toEqual({ ...user, hasPassword: false });
  expect((await login("other enough")).status).toBe(401);
  expect((await admin.put(secrets, {})).body).toEqual({ ...user, hasPassword: false });
  expect((await admin.put(secrets, { pin: "99" })).status).toBe(400);
  expect((await admin.put(`${PATH}/99999/secrets`, { pin: null })).status).toBe(404);
});
