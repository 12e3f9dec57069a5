import { beforeAll, describe, expect, test } from "vitest";
import { type Client, refusal } from "../harness/client.ts";
import { createClock } from "../harness/clock.ts";
import { sharedServer } from "../harness/server.ts";
import { pairTerminal } from "../inventories/inventory-setup.ts";
import { bytesOf, queueOf } from "./queue.ts";

let admin: Client;
let user: Client;
const server = sharedServer({ clock: createClock(Date.parse("2100-07-01T22:30:05Z")) });
beforeAll(async () => {
  [admin, user] = [server.admin, server.user];
});

const stored = (oid: number) => queueOf(server).find((request) => request.oid === oid);
const all = () => queueOf(server).length;
const print = (body: object, headers = {}) =>
  user.post("/api/pda/printing/print", { articleId: 1, printerId: 1, labelFormatId: 1, ...body }, headers);

test("a print request is 201 with its record, waiting, its state in the requested language", async () => {
  const response = await print({});
  expect(response.status).toBe(201);
  expect(response.body).toEqual({ oid: expect.any(Number), stateId: 1, state: "Waiting" });
  const inCzech = await print({}, { "Accept-Language": "cs" });
  expect(inCzech.body).toEqual({ oid: response.body.oid + 1, stateId: 1, state: "Čeká" });
});

test("the request names its user, device and subject", async () => {
  const { client, device } = await pairTerminal(server, "Dock terminal");
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
  expect(bytesOf(server, body.oid).toString()).toContain(`^PQ${expected}`);
});

const REFUSED: readonly [string, object, readonly string[]][] = [
  ["copies 0", { copies: 0 }, ["copies"]],
  ["copies 1001", { copies: 1001 }, ["copies"]],
  ["copies -1", { copies: -1 }, ["copies"]],
  ["half a copy", { copies: 1.5 }, ["copies"]],
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
];
test.each(REFUSED)("%s is 400 at the field, and nothing is queued", async (_, body, paths) => {
  const before = all();
  const response = await print(body);
  expect(refusal(response)).toEqual([400, ...paths]);
  expect(all()).toBe(before);
});

test("a label of a deleted article is refused", async () => {
  await admin.delete("/api/articles/500");
  expect(refusal(await print({ articleId: 500 }))).toEqual([400, "articleId"]);
});

describe("with an Idempotency-Key", () => {
  test("the request is replayed after the printer is switched off in its record, and after a restart", async () => {
    const key = { "Idempotency-Key": "later" };
    const first = await print({ printerId: 3 }, key);
    await admin.put("/api/printingprinters/3", { isActive: false });
    expect((await print({ printerId: 3 }, key)).text).toBe(first.text);
    expect(refusal(await print({ printerId: 3 }))).toEqual([400, "printerId"]);
    await server.restart();
    [admin, user] = [server.admin, server.user];
    expect((await print({ printerId: 3 }, key)).text).toBe(first.text);
  });
});
