import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { article, imported } from "../import/uploads.ts";
import { addLocation, adminStateOf, startPair, type TestMachine, until, untilSame } from "./machines.ts";

const PATH = "/api/standby/unshipped";

/** The lines of the export as `type action record field: before → now`. */
async function exported(machine: TestMachine): Promise<string[]> {
  const { status, text } = await (await machine.as("admin")).get(`${PATH}/export`);
  expect(status).toBe(200);
  const [, ...lines] = text.trimEnd().split("\r\n");
  return lines.map((line) => {
    const [, user, company, type, , record, action, field, before, now] = line.split(",");
    expect(company).not.toBe("");
    return `${user}: ${type} ${action} ${record} ${field}: ${before} → ${now}`;
  });
}

/** A paired terminal on which Max has logged in. */
async function pairTerminal(machine: TestMachine): Promise<Client> {
  const { anonymous, url } = machine;
  const pairing = { kind: "terminal" };
  const { body: made } = await (await machine.as("admin")).post("/api/device-auth/generate-code", pairing);
  const device = { code: made.code, deviceName: "Dock" };
  const { deviceToken } = (await anonymous.post("/api/device-auth/activate", device)).body;
  const { accessToken } = (await anonymous.post("/api/device-auth/exchange", { deviceToken })).body;
  const terminal = new Client(url, accessToken, () => undefined);
  await terminal.post("/api/pda/users/login", { userId: 2, pin: "2222" });
  return terminal;
}

/** Takes an article back at a terminal, for Max. Returns the result. */
async function takeBackAt(terminal: Client, articleId: number): Promise<string> {
  const at = new Date().toISOString();
  const end = { operationId: randomUUID(), kind: "end", articleId, userId: 3, authorId: 2, at };
  return (await terminal.post("/api/custodies/operations", end)).body.result;
}

const untilKnown = (machine: TestMachine) =>
  until(async () => (await (await machine.as("admin")).get(PATH)).body?.writes?.constructor === Number);

/** Promotes the standby while the primary is off, and starts the primary again. */
async function takeOver(primary: TestMachine, standby: TestMachine, code: string): Promise<void> {
  await primary.stop();
  await standby.start();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  expect(await addLocation(standby, "On the new primary")).toBe(201);
  await primary.start();
  await untilKnown(primary);
}

test("a former primary lists exactly the writes that it had acknowledged and not sent, and no others", async () => {
  const { primary, standby, code } = await startPair();
  const manager = await primary.as("manager");
  const terminal = await pairTerminal(primary);
  const transfer = (articleId: number) =>
    manager.post("/api/articletransfers", { articleId, targetLocationId: 1, quantity: 1, note: "Soon" });
  const rename = async (name: string) => (await manager.put("/api/articles/11", { name })).status;
  const operation = { operationId: randomUUID(), kind: "add", quantity: 1, itemId: 111 };
  expect(await addLocation(primary, "Sent")).toBe(201);
  expect(await rename("Sent name")).toBe(200);
  expect((await transfer(12)).status).toBe(201);
  await untilSame(primary);
  // The cable is cut.
  await standby.stop();
  expect(await addLocation(primary, "Only here")).toBe(201);
  expect(await rename("New name")).toBe(200);
  expect((await transfer(13)).status).toBe(201);
  const handOut = async (articleId: number) =>
    (await manager.post("/api/custodies", { articleId, userId: 3 })).status;
  expect(await handOut(14)).toBe(201);
  // The terminal sends the return again; the hand-over of the console is only here.
  expect(await takeBackAt(terminal, 14)).toBe("applied");
  // Its terminal sends it again.
  const counts = { operations: [{ ...operation, at: new Date().toISOString() }] };
  expect((await (await primary.as("user")).post("/api/inventories/3/counts", counts)).status).toBe(200);
  await takeOver(primary, standby, code);

  const lines = await exported(primary);
  const custodyLines = lines.filter((line) => line.includes("A000014"));
  expect(custodyLines.length).toBeGreaterThan(0);
  expect(lines).toEqual([
    "Ada Novak: Location Created Only here name:  → Only here",
    "Max Dvorak: Article Changed A000011 New name name: Sent name → New name",
    ...["state:  → open", "quantity:  → 1", "targetLocationId:  → Main building", "note:  → Soon"].map(
      (field) => `Max Dvorak: Transfer Created A000013 Obrazovka kancelářská ${field}`,
    ),
    ...custodyLines,
  ]);
  const admin = await primary.as("admin");
  expect((await admin.get(PATH)).body).toMatchObject({ writes: 4 });
  const table = async (name: string) => (await admin.get(`${PATH}/tables?table=${name}`)).text;
  expect((await table("articles")).match(/A0\d+/g)).toEqual(["A000011"]);
  expect((await admin.get(`${PATH}/tables?table=articles&tenantId=999`)).status).toBe(404);
  expect((await table("locations")).trimEnd().split("\r\n").slice(1)).toEqual(["Only here,,"]);
  // The new primary takes them in, as any list.
  const other = await standby.as("admin");
  await imported(other, "locations", await table("locations"));
  await imported(other, "articles", await table("articles"));
  expect((await article(other, "A000011")).name).toBe("New name");
  expect((await other.get("/api/locations")).text).toContain("Only here");
});

test("what a primary accepts during a cut, before and after the promotion that it does not hear of, is only there", async () => {
  const { primary, standby, code } = await startPair();
  expect(await addLocation(primary, "Sent")).toBe(201);
  await untilSame(primary);
  await standby.stop();
  const file = join(standby.folder, "standby.json");
  const paired = JSON.parse(readFileSync(file, "utf8"));
  const leadTo = (port: number) => {
    const now = JSON.parse(readFileSync(file, "utf8"));
    const former = now.former && { ...now.former, machine: { ...now.former.machine, port } };
    writeFileSync(file, JSON.stringify({ ...now, peer: { ...now.peer, port }, former }));
  };
  // Neither finds the other, and both run.
  leadTo(1);
  await standby.movePeerPort();
  await standby.start();
  expect(await addLocation(primary, "Before the promotion")).toBe(201);
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  expect(await addLocation(standby, "On the new primary")).toBe(201);
  expect(await addLocation(primary, "After the promotion")).toBe(201);
  await standby.stop();
  leadTo(paired.peer.port);
  await standby.start();
  await untilKnown(primary);
  expect(await addLocation(primary, "Too late")).toBe(503);
  expect(await exported(primary)).toEqual(
    ["Before the promotion", "After the promotion"].map(
      (name) => `Ada Novak: Location Created ${name} name:  → ${name}`,
    ),
  );
});

test("a former primary that has sent everything says that it has nothing of its own", async () => {
  const { primary, standby, code } = await startPair();
  expect((await (await primary.as("admin")).get(PATH)).status).toBe(400);
  expect(await addLocation(primary, "Sent")).toBe(201);
  await untilSame(primary);
  await standby.stop();
  await takeOver(primary, standby, code);
  expect((await (await primary.as("admin")).get(PATH)).body).toMatchObject({ writes: 0 });
  expect(await exported(primary)).toEqual([]);
  expect((await (await primary.as("manager")).get(`${PATH}/export`)).status).toBe(403);
  expect((await adminStateOf(standby))["mode"]).toBe("primary");
});

test("decisions in the console and changes of settings are listed too", async () => {
  const { primary, standby, code } = await startPair();
  await untilSame(primary);
  await standby.stop();
  const admin = await primary.as("admin");
  expect((await admin.put("/api/settings", { siteName: "Depot" })).status).toBe(200);
  expect((await admin.put("/api/inventories/items/update", { oid: 111, inventoryQuantity: 3 })).status).toBe(
    200,
  );
  expect((await admin.put("/api/inventories/items/112/decide", { decision: "recount" })).status).toBe(200);
  await takeOver(primary, standby, code);
  expect(await exported(primary)).toEqual([
    "Ada Novak: Count Created A000111 Armchair workshop kind:  → update",
    "Ada Novak: Count Created A000111 Armchair workshop inventoryQuantity:  → 3",
    "Ada Novak: Count Created A000112 Screwdriver hammer kind:  → recount",
    "Ada Novak: settingsChanged Changed  siteName:  → Depot",
  ]);
});

test("settings of lists and choices of notices are listed too", async () => {
  const { primary, standby, code } = await startPair();
  await untilSame(primary);
  await standby.stop();
  const admin = await primary.as("admin");
  const [currency] = (await admin.get("/api/currencytypes")).body;
  expect((await admin.put(`/api/currencytypes/${currency.oid}`, { isDefault: true })).status).toBe(200);
  expect((await admin.put("/api/me/notices", { digestHour: 9 })).status).toBe(200);
  await takeOver(primary, standby, code);
  expect((await (await primary.as("admin")).get(PATH)).body).toMatchObject({ writes: 2 });
  const lines = await exported(primary);
  expect(lines).toContain(`: Currency Changed ${currency.name} isDefault:  → 1`);
  expect(lines).toContain("Ada Novak: Notices Changed Ada Novak digestHour:  → 9");
});

test("a confirmed transfer is one change, and what it moves does not list the shipped approval of an item", async () => {
  const { primary, standby, code } = await startPair();
  const manager = await primary.as("manager");
  const { body } = await manager.get("/api/inventories/6/items?since=");
  const items: { oid: number; articleId: number; quantity: number; isApproved: boolean }[] = body.items;
  const [moved, approved] = items.filter(({ quantity, isApproved }) => quantity > 1 && !isApproved);
  if (moved === undefined || approved === undefined) throw new Error("too few items");
  const approve = async ({ oid }: { oid: number }) =>
    expect((await manager.put(`/api/inventories/items/${oid}/approve`, {})).status).toBe(200);
  await approve(moved);
  const request = { articleId: moved.articleId, targetLocationId: 1, quantity: 1 };
  const { oid } = (await manager.post("/api/articletransfers", request)).body;
  await untilSame(primary);
  await standby.stop();
  const admin = await primary.as("admin");
  expect((await admin.put(`/api/articletransfers/${oid}/confirm`, {})).status).toBe(200);
  await approve(approved);
  await takeOver(primary, standby, code);
  const heads = (await exported(primary)).map((line) => /^.*?: \w+ \w+/.exec(line)?.[0]);
  expect([...new Set(heads)]).toEqual(["Max Dvorak: Stocktake Changed", "Ada Novak: Transfer Changed"]);
  expect((await (await primary.as("admin")).get(PATH)).body).toMatchObject({ writes: 2 });
});
