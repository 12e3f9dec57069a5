import { expect, test } from "vitest";
import { MAX_LISTED } from "../../../src/security-log/store.ts";
import { cellsIn } from "../../tables/reading.ts";
import { byPassword, from } from "../login-attempts.ts";
import { pairSharedTerminal } from "../terminal.ts";
import { startServerWithLogs, UMA } from "./server-with-logs.ts";

const PATH = "/api/security-events";

test("an Admin reads the security log of the own tenant", async () => {
  const { server, events } = await startServerWithLogs();
  await byPassword(server, "user", "user-demo");
  await byPassword(server, "user2", "user2-demo");
  await byPassword(server, "user2", "wrong");
  await byPassword(server, "nobody at all", "wrong");
  const names = async (admin: string) =>
    (await events("?kind=login", admin)).map(({ user, outcome }) => [user?.userName ?? null, outcome]);
  // Events of unknown users belong to the first tenant.
  expect(await names("admin")).toEqual([
    ["user", "success"],
    [null, "failure"],
  ]);
  expect(await names("admin2")).toEqual([
    ["user2", "success"],
    ["user2", "failure"],
  ]);
  const { text } = await (await server.as("admin2")).get(`${PATH}/export`);
  expect(text).toContain("user2");
  expect(text).not.toContain(UMA.fullName);
});

test("the log is filtered by kind, outcome, user, device, address and time", async () => {
  const { server, clock, events } = await startServerWithLogs();
  const { device, deviceTokenId } = await pairSharedTerminal(server);
  await byPassword(server, "user", "user-demo", "10.0.0.7");
  await byPassword(server, "manager", "wrong", "10.0.0.8");
  await (await server.as("admin")).put("/api/users/3", { lastName: "Nova" });
  await events();
  clock.advance(60_000);
  const then = clock.iso();
  await device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  const kinds = async (query: string) => (await events(query)).map(({ kind }) => kind);
  expect(await kinds("?kind=LOGIN")).toEqual(["login", "login", "login"]);
  expect(await kinds("?outcome=failure")).toEqual(["login"]);
  expect(await kinds("?userId=3")).toEqual(["login", "userChanged", "login"]);
  expect(await kinds(`?deviceId=${deviceTokenId}`)).toEqual(["pairing", "deviceLogin", "login"]);
  expect(await kinds("?address=10.0.0.7")).toEqual(["login"]);
  expect(await kinds(`?from=${then}`)).toEqual(["login"]);
  expect(await kinds(`?to=${then}&kind=login`)).toEqual(["login", "login"]);
  const { status, body } = await (await server.as("admin")).get(`${PATH}?kind=nothing`);
  expect([status, body.errors[0].path]).toEqual([400, "kind"]);
});

test("events are found by an address of at most 64 characters", async () => {
  const { server } = await startServerWithLogs();
  const status = async (length: number) =>
    (await server.admin.get(`${PATH}?address=${"a".repeat(length)}`)).status;
  expect([await status(64), await status(65)]).toEqual([200, 400]);
});

const MORE = 5;

/** A client of the Admin of a server with more events than a page has. */
async function startWithManyEvents() {
  const { server } = await startServerWithLogs();
  for (let i = 0; i < MAX_LISTED + MORE; i++) await byPassword(server, "user", "user-demo", `10.0.1.${i}`);
  return { admin: server.admin, storage: server.appliance.dependencies.storage };
}

test("a page has at most 100 events, and the next one continues before the last", async () => {
  const { admin } = await startWithManyEvents();
  const { body: first } = await admin.get(PATH);
  const { body: second } = await admin.get(`${PATH}?before=${first.at(-1).oid}`);
  expect([first.length, second.length]).toEqual([MAX_LISTED, MORE]);
  const oids = [...first, ...second].map(({ oid }: { oid: number }) => oid);
  expect(oids).toEqual(oids.toSorted((a, b) => b - a));
});

test("the exported table has the events of all pages", async () => {
  const { admin } = await startWithManyEvents();
  const rows = await cellsIn((await admin.get(`${PATH}/export?kind=login`)).bytes);
  expect(rows).toHaveLength(1 + MAX_LISTED + MORE);
});

test("the exported table suits a spreadsheet, and no cell is a formula", async () => {
  const { server, events } = await startServerWithLogs();
  await byPassword(server, "user", "user-demo", "10.0.0.7");
  const admin = await server.as("admin");
  await admin.put("/api/users/3", { firstName: "=cmd|' /C calc'!A0", lastName: "+1" });
  const [login, changed] = await events();
  const { headers, text, bytes } = await admin.get(`${PATH}/export`, from("10.0.0.9"));
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/filename="security-log-\d{4}-\d\d-\d\d\.csv"/);
  expect(text).toContain("'=cmd|");
  const [titles, own, second, first] = await cellsIn(bytes);
  expect(titles?.slice(0, 7)).toEqual(["Number", "Time", "Last time", "Count", "Event", "Outcome", "Reason"]);
  expect([own?.[4], own?.[15]]).toEqual(["export", "10.0.0.9"]);
  expect([second?.[4], second?.[12]]).toEqual([changed?.kind, "user"]);
  expect(first?.slice(1, 6)).toEqual([login?.at, login?.at, expect.anything(), "login", "success"]);
  const czech = await admin.get(`${PATH}/export`, { "Accept-Language": "cs" });
  expect(czech.text.split("\r\n")[0]).toContain("Číslo;Čas;Naposledy;Počet;Událost");
});

test("the exported table is read beside the requests of others", async () => {
  const { admin, storage } = await startWithManyEvents();
  const isInReader: boolean[] = [];
  storage.onRead(({ tables, isInReaderThread }) => {
    if (tables.includes("securityEvent")) isInReader.push(isInReaderThread);
  });
  expect((await admin.get(`${PATH}/export?userId=3`)).status).toBe(200);
  expect(isInReader).toContain(true);
});
