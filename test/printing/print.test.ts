import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageOf } from "../../src/printing/languages/language.ts";
import { sqlite, statement } from "../../src/storage/statement.ts";
import { aBox, type TestBox } from "../harness/box.ts";
import type { Client } from "../harness/client.ts";
import { aClock } from "../harness/clock.ts";
import { aTerminal } from "../inventories/setting.ts";

let box: TestBox;
let admin: Client;
let user: Client;
beforeAll(async () => {
  // Half an hour past midnight in summer in Prague, where it is still the day before in UTC.
  const clock = aClock(Date.parse("2100-07-01T22:30:05Z"));
  box = await aBox({ keep: true, clock, settings: { SITE_TIME_ZONE: "Europe/Prague" } });
  [admin, user] = [await box.as("admin"), await box.as("user")];
});
afterAll(() => box.stop());

const requests = statement((_: object) =>
  sqlite
    .selectFrom("printRequest as r")
    .innerJoin("printData as d", "d.printRequestId", "r.oid")
    .selectAll()
    .orderBy("r.oid"),
);
const stored = (oid: number) => requests.all(box.appliance.box.storage.db, {}).find((row) => row.oid === oid);
const all = () => requests.all(box.appliance.box.storage.db, {}).length;
const print = (body: object, headers = {}) =>
  user.post("/api/pda/printing/print", { articleId: 1, printerId: 1, labelFormatId: 1, ...body }, headers);
const pathsOf = (answer: { body: { errors: { path: string }[] } }) =>
  answer.body.errors.map(({ path }) => path);

test("a label asked for is 201 with its request, waiting, its state in the asked language", async () => {
  const answer = await print({});
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({ oid: expect.any(Number), stateId: 1, state: "Waiting" });
  const inCzech = await print({}, { "Accept-Language": "cs" });
  expect(inCzech.body).toEqual({ oid: answer.body.oid + 1, stateId: 1, state: "Čeká" });
});

test("the request keeps who asked, on which device, and for what", async () => {
  const { client, device } = await aTerminal(box, "Dock terminal");
  const { body } = await client.post("/api/pda/printing/print", {
    articleId: 7,
    printerId: 3,
    labelFormatId: 1,
    copies: 3,
  });
  expect(stored(body.oid)).toMatchObject({
    tenantId: 1,
    articleId: 7,
    printerId: 3,
    labelFormatId: 1,
    copies: 3,
    createdDT: expect.stringMatching(/^2100-07-01T22:3\d:.*Z$/),
    createdBy: "user",
    userId: 3,
    deviceTokenId: "id" in device ? device.id : null,
  });
});

test.each([
  [undefined, 1],
  [1, 1],
  [1000, 1000],
])("copies %s is %i copies", async (copies, expected) => {
  const { body, status } = await print({ copies });
  expect(status).toBe(201);
  expect(stored(body.oid)?.copies).toBe(expected);
  expect(stored(body.oid)?.data.toString()).toContain(`^PQ${expected}`);
});

const REFUSED: readonly [string, object, readonly string[]][] = [
  ["copies 0", { copies: 0 }, ["copies"]],
  ["copies 1001", { copies: 1001 }, ["copies"]],
  ["copies -1", { copies: -1 }, ["copies"]],
  ["half a copy", { copies: 1.5 }, ["copies"]],
  ["copies as text", { copies: "2" }, ["copies"]],
  ["copies null", { copies: null }, ["copies"]],
  ["no article", { articleId: undefined }, ["articleId"]],
  ["an unknown article", { articleId: 999_999 }, ["articleId"]],
  ["another tenant's article", { articleId: 501 }, ["articleId"]],
  ["another tenant's printer", { printerId: 5 }, ["printerId"]],
  ["another tenant's format", { labelFormatId: 5 }, ["labelFormatId"]],
  [
    "nothing that exists",
    { articleId: 0, printerId: 0, labelFormatId: 0 },
    ["articleId", "printerId", "labelFormatId"],
  ],
  ["an inactive printer", { printerId: 4 }, ["printerId"]],
  ["a receipt printer and a format for ZPL", { printerId: 2 }, ["labelFormatId"]],
  ["a ZPL printer and a format for receipts", { labelFormatId: 2 }, ["labelFormatId"]],
  ["a ZPL printer and a format for TSPL", { labelFormatId: 3 }, ["labelFormatId"]],
  [
    "ids as text",
    { articleId: "1", printerId: "1", labelFormatId: "1" },
    ["articleId", "printerId", "labelFormatId"],
  ],
];
test.each(REFUSED)("%s is 400 at the field, and nothing is put into the queue", async (_, body, paths) => {
  const before = all();
  const answer = await print(body);
  expect(answer.status).toBe(400);
  expect(pathsOf(answer)).toEqual(paths);
  expect(all()).toBe(before);
});

test("a deleted article has no label", async () => {
  await admin.delete("/api/articles/500");
  expect(pathsOf(await print({ articleId: 500 }))).toEqual(["articleId"]);
});

test.each(["user", "manager", "both", "admin"])("%s may print", async (name) => {
  const body = { articleId: 1, printerId: 1, labelFormatId: 1 };
  expect((await (await box.as(name)).post("/api/pda/printing/print", body)).status).toBe(201);
});

describe("the bytes", () => {
  const NAMES =
    "oid code name serialNumber rfId category type state price location locationCode user responsibleUser tenant date time";
  const TEMPLATE = `^XA\n${NAMES.split(" ")
    .map((name) => `^FO1,1^FD{{${name}}}^FS`)
    .join("\n")}\n^XZ\n`;

  test("are the label as the article stood when it was asked for, whatever changes later", async () => {
    const category = (await user.get("/api/articles/35")).body;
    const place = (await user.get("/api/articles/35/locations")).body[0];
    await admin.put("/api/articles/35", { price: 1234.5, name: '^XA~JR "Žid\\le" _5E {{code}}' });
    const format = (
      await admin.post("/api/printingformats", { name: "All", template: TEMPLATE, printerTypeId: 3 })
    ).body;
    const { body } = await print({ articleId: 35, labelFormatId: format.oid, copies: 2 });
    const values = {
      oid: "35",
      code: "A000035",
      name: '^XA~JR "Žid\\le" _5E {{code}}',
      serialNumber: category.serialNumber,
      rfId: category.rfId ?? "",
      category: category.category.name,
      type: category.type.name,
      state: category.state.name,
      price: "1234.50",
      location: place.location.name,
      locationCode: place.location.code,
      user: "Uma Svoboda",
      responsibleUser: "Max Dvorak",
      tenant: "Riverside Warehouse",
      date: "2100-07-02",
      time: "00:30",
    };
    const expected = languageOf("zpl").render(TEMPLATE, values, 2);
    expect(stored(body.oid)?.data.equals(expected)).toBe(true);
    await admin.put("/api/articles/35", { name: "Renamed" });
    await admin.put(`/api/printingformats/${format.oid}`, { template: "^XA^FDx^FS^XZ" });
    await admin.delete(`/api/printingformats/${format.oid}`);
    expect(stored(body.oid)?.data.equals(expected)).toBe(true);
  });

  test("of each language are those of its own", async () => {
    const { name, code } = (await user.get("/api/articles/1")).body;
    for (const [type, typeId, template] of [
      ["escpos", 1, "[bold]{{code}}\n{{name}}\n[cut]\n"],
      ["star", 2, "{{code}}\n[qr 4]{{name}}\n"],
      ["tspl", 4, 'SIZE 50 mm,25 mm\nTEXT 1,1,"0",0,9,9,"{{code}} {{name}}"\nPRINT 1\n'],
      ["epl", 5, 'N\nA1,1,0,3,1,1,N,"{{code}} {{name}}"\nP1\n'],
    ] as const) {
      const printer = { name: `For ${type}`, ipAddress: "10.0.0.9", printerTypeId: typeId };
      const printerId = (await admin.post("/api/printingprinters", printer)).body.oid;
      const format = { name: `For ${type}`, template, printerTypeId: typeId };
      const labelFormatId = (await admin.post("/api/printingformats", format)).body.oid;
      const { body } = await print({ printerId, labelFormatId, copies: 3 });
      const values = { ...Object.fromEntries(NAMES.split(" ").map((one) => [one, ""])), code, name };
      const expected = languageOf(type).render(
        template,
        values as Parameters<ReturnType<typeof languageOf>["render"]>[1],
        3,
      );
      expect(stored(body.oid)?.data.equals(expected), type).toBe(true);
    }
  });

  test("name the place with most pieces, then the one with the lowest oid; nothing where there is none", async () => {
    const format = {
      name: "Place",
      template: "^XA^FD{{location}}|{{user}}|{{rfId}}^FS^XZ",
      printerTypeId: 3,
    };
    const labelFormatId = (await admin.post("/api/printingformats", format)).body.oid;
    const created = { code: "PLACE-1", name: "Placed", categoryId: 1, typeId: 1, stateId: 1 };
    const articleId = (await admin.post("/api/articles", created)).body.oid;
    const label = async () => {
      const { body } = await print({ articleId, labelFormatId });
      return stored(body.oid)
        ?.data.toString()
        .match(/\^FD(.*?)\^FS/)?.[1];
    };
    const put = (locationId: number, quantity: number) =>
      box.appliance.box.storage.write(1, (tx) => {
        addPlace.run(tx, { articleId, locationId, quantity, change: tx.change });
      });
    expect(await label()).toBe("||");
    const nameOf = async (oid: number) => (await user.get(`/api/locations/${oid}`)).body.name;
    put(1, 2);
    put(2, 3);
    put(3, 3);
    expect(await label()).toBe(`${await nameOf(2)}||`);
    put(1, 4);
    expect(await label()).toBe(`${await nameOf(1)}||`);
  });
});

const addPlace = statement((p: { articleId: number; locationId: number; quantity: number; change: number }) =>
  sqlite
    .insertInto("articleLocation")
    .values({
      tenantId: 1,
      articleId: p.articleId,
      locationId: p.locationId,
      quantity: p.quantity,
      change: p.change,
    })
    .onConflict((conflict) =>
      conflict.columns(["articleId", "locationId"]).doUpdateSet({ quantity: p.quantity }),
    ),
);

describe("with an Idempotency-Key", () => {
  test("twenty parallel prints are one request, and all answers are its own", async () => {
    const before = all();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => print({}, { "Idempotency-Key": "twenty" })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(all()).toBe(before + 1);
  });

  test("the same request is answered after a rename, a deactivation and a restart; another body is 400", async () => {
    const key = { "Idempotency-Key": "later" };
    const first = await print({ printerId: 3 }, key);
    await admin.put("/api/printingprinters/3", { isActive: false });
    expect((await print({ printerId: 3 }, key)).text).toBe(first.text);
    expect(pathsOf(await print({ printerId: 3 }))).toEqual(["printerId"]);
    expect(pathsOf(await print({ printerId: 3, copies: 2 }, key))).toEqual(["Idempotency-Key"]);
    await box.restart();
    [admin, user] = [await box.as("admin"), await box.as("user")];
    expect((await print({ printerId: 3 }, key)).text).toBe(first.text);
  });

  test("without one each call is a request of its own", async () => {
    const before = all();
    await Promise.all([print({}), print({})]);
    expect(all()).toBe(before + 2);
  });
});
