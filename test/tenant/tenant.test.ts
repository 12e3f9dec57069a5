import { chownSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { add, tenant } from "./command.ts";

const OF_DEMO = [
  "1  Riverside Warehouse  (users: 5; administrators: admin)",
  "2  Hilltop Store  (users: 2; administrators: admin2)",
];
const logIn = (server: TestServer, userName: string, password: string) =>
  server.anonymous.post("/api/pwa-auth/login-password", { userName, password });

/** A server to which a third tenant was added while it was stopped, and a client of its Admin. */
async function startWithThird() {
  const server = await startServer();
  await server.halt();
  const ran = await tenant(server.folder, add(" Third ", "grace"), "a good password\nand no more\n");
  const listed = await tenant(server.folder, ["list"]);
  await server.restart();
  const { body } = await logIn(server, "GRACE", "a good password");
  return { server, ran, listed, grace: server.withToken(body.accessToken) };
}

test("a tenant is added to a stopped server, and its Admin logs in", async () => {
  const { ran, listed, grace } = await startWithThird();
  expect(ran).toEqual({
    status: 0,
    stdout: "Tenant Third was added. Its administrator is grace (user 8).\n",
    stderr: "",
  });
  expect(listed.stdout).toBe(`${[...OF_DEMO, "3  Third  (users: 1; administrators: grace)"].join("\n")}\n`);
  expect((await grace.get("/api/me")).body).toEqual({
    id: 8,
    userName: "grace",
    fullName: "Ada Novak",
    tenantId: 3,
  });
});

test("the new tenant and the others do not see each other", async () => {
  const { server, grace } = await startWithThird();
  expect((await grace.get("/api/users")).body).toMatchObject([{ oid: 8, roles: ["Admin"], hasPin: false }]);
  for (const path of ["articles", "locations", "inventories?includeClosed=true", "printingprinters"])
    expect((await grace.get(`/api/${path}`)).body, path).toEqual([]);
  expect((await grace.get("/api/articles/1")).status).toBe(404);
  expect((await server.admin.get("/api/users/8")).status).toBe(404);
});

test("the new tenant's Admin is no Admin of the server", async () => {
  const { grace } = await startWithThird();
  expect((await grace.get("/api/settings")).status).toBe(403);
});

test("the new tenant's audit begins with its Admin", async () => {
  const { grace } = await startWithThird();
  const [first] = (await grace.get("/api/audit")).body;
  expect(first).toMatchObject({ user: null, entity: "user", entityId: 8 });
});

test("the new tenant has lists, which its Admin extends", async () => {
  const { grace } = await startWithThird();
  const types = (await grace.get("/api/articletypes")).body;
  expect(types.map(({ name }: { name: string }) => name)).toContain("Laptop");
  expect((await grace.post("/api/articletypes", { name: "Notebook" })).status).toBe(201);
});

test("the new tenant's lists are in the requested language", async () => {
  const server = await startServer();
  await server.halt();
  await tenant(server.folder, [...add("Třetí", "grace"), "--language", "cs"], "a good password\n");
  expect((await tenant(server.folder, [...add("Fourth", "x"), "--language", "fr"])).status).not.toBe(0);
  await server.restart();
  const grace = server.withToken((await logIn(server, "grace", "a good password")).body.accessToken);
  const { body } = await grace.get("/api/currencytypes");
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["CZK", "EUR", "USD", "GBP", "PLN"]);
  const reasons = (await grace.get("/api/articledisposalreasons")).body;
  expect(reasons.map(({ name }: { name: string }) => name)).toContain("Poškozené");
});

test("without a password on standard input one is generated, and shown once", async () => {
  const server = await startServer();
  await server.halt();
  const { stdout } = await tenant(server.folder, add("Third", "grace"));
  const password = /^Password, shown only now: ((?:\w{4}-){3}\w{4})$/m.exec(stdout)?.[1] ?? "";
  await server.restart();
  expect((await logIn(server, "grace", password)).status).toBe(200);
});

test.each([
  [
    "a user name that is taken, in whatever tenant",
    add("Third", "ADMIN2"),
    "a good password",
    /user name is taken/,
  ],
  [
    "a name that a tenant has",
    add("hilltop store", "grace"),
    "a good password",
    /A tenant named hilltop store already exists/,
  ],
  ["a short password", add("Third", "grace"), "short", /"password" must have at least 8/],
  ["an empty name", add(" ", "grace"), "", /"name" is required/],
  ["a name of control characters", add("\u0007", "grace"), "", /"name" must not contain/],
  [
    "no user",
    ["add", "Third", "--first", "A", "--last", "B"],
    "",
    /--user is missing\. Usage: npm run tenant -- add/,
  ],
  ["no name", ["add"], "", /The tenant's name is missing\. Usage: npm run tenant/],
  ["no command", [], "", /^The command is missing\. Usage: npm run tenant/],
  [
    "another command",
    ["remove", "Third"],
    "",
    /^Unknown command "remove"\. Use add, reset-admin or list\. Usage: npm run tenant/,
  ],
  ["too many words", [...add("Third", "grace"), "more"], "", /Unexpected argument "more"\./],
  ["an option that is none", ["list", "--password", "x"], "", /--password.*\. Usage: npm run tenant/],
])(
  "%s is an error of one sentence with status 1, and nothing changes",
  async (_, args, password, sentence) => {
    const server = await startServer();
    await server.halt();
    const { status, stdout, stderr } = await tenant(server.folder, args, password);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(sentence);
    expect(stderr.split("\n")).toHaveLength(2);
    expect((await tenant(server.folder, ["list"])).stdout).toBe(`${OF_DEMO.join("\n")}\n`);
  },
);

test("while the server runs, adding a tenant is refused with a hint and the server goes on", async () => {
  const server = await startServer();
  const { status, stdout, stderr } = await tenant(server.folder, add("Third", "grace"), "a good password");
  expect({ status, stdout }).toEqual({ status: 10, stdout: "" });
  expect(stderr).toMatch(/already uses this data folder; stop it \(sudo systemctl stop tallybox\)/);
  expect(stderr.split("\n")).toHaveLength(2);
  expect((await server.manager.post("/api/locations", { name: "After" })).status).toBe(201);
});

test("while the server runs, its tenants are listed", async () => {
  const server = await startServer();
  await server.admin.post("/api/users", {
    userName: "second",
    firstName: "S",
    lastName: "T",
    roles: ["Admin"],
    pin: "826415",
  });
  expect((await tenant(server.folder, ["list"])).stdout).toBe(
    `1  Riverside Warehouse  (users: 6; administrators: admin, second)\n${OF_DEMO[1]}\n`,
  );
});

test("without a server's data nothing is created", async () => {
  const parent = createFolder();
  const absent = join(parent, "absent");
  for (const folder of [absent, parent]) {
    const { status, stderr } = await tenant(folder, add("Third", "grace"), "a good password");
    expect({ status, stderr }).toEqual({
      status: 13,
      stderr: `${folder}: not a tallybox data folder; start the server and set it up first\n`,
    });
  }
  expect(existsSync(absent)).toBe(false);
  expect(readdirSync(parent)).toEqual([]);
});

test("a server that is not set up gets no tenant: its first one comes from the set-up", async () => {
  const server = await startServer({ empty: true });
  await server.halt();
  const { status, stderr } = await tenant(server.folder, add("First", "grace"), "a good password");
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "This server is not set up yet. Set it up first; that creates the first tenant.\n",
  });
  expect((await tenant(server.folder, ["list"])).stdout).toBe("");
});

test("a folder with an interrupted restore is refused", async () => {
  const server = await startServer();
  await server.halt();
  writeFileSync(join(server.folder, "swapping-x"), "");
  const { status } = await tenant(server.folder, add("Third", "grace"), "a good password");
  expect(status).toBe(13);
  rmSync(join(server.folder, "swapping-x"));
});

test.runIf(process.getuid?.() === 0)(
  "run by root the command leaves every file to the folder's owner",
  async () => {
    const server = await startServer();
    await server.halt();
    const owner = 12_345;
    const all = () =>
      readdirSync(server.folder, { recursive: true, encoding: "utf8" }).map((name) =>
        join(server.folder, name),
      );
    for (const path of [server.folder, ...all()]) chownSync(path, owner, owner);
    expect((await tenant(server.folder, add("Third", "grace"), "a good password")).status).toBe(0);
    const owners = all().map((path) => [statSync(path).uid, statSync(path).gid]);
    expect(new Set(owners.map(String))).toEqual(new Set([`${owner},${owner}`]));
    expect((await tenant(server.folder, ["list"])).stdout).toContain("3  Third");
  },
);
