import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sharedServer } from "../harness/server.ts";
import { createOperation, send } from "../inventories/count-requests.ts";

// Old clients send ids and numbers as JSON text.

const server = sharedServer();
const { admin, user } = server;

const TOO_BIG = "9007199254740993";
const NO_NUMBERS = ["", "x", "1e3", "0x1", "+1", "1,5", "1.", ".5", "1 2", "Infinity", "१"];

interface Described {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Described[];
  readonly minimum?: number;
}

/** The smallest number above zero that the field accepts; none where it accepts no numbers. */
function numberOf({ type, anyOf, minimum = 0 }: Described): number | null {
  const types = [type].flat();
  if (types.includes("integer") || types.includes("number")) return Math.max(1, minimum);
  return anyOf?.map(numberOf).find((number) => number !== null) ?? null;
}

test("every numeric field of a body accepts a number as text too, and no other text", () => {
  const seen: string[] = [];
  for (const { method, path, bodySchema, file } of server.appliance.endpoints) {
    for (const [name, field] of Object.entries(bodySchema?.shape ?? {})) {
      const schema = field as z.ZodType;
      const number = numberOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Described);
      if (number === null) continue;
      const which = `${method} ${path} ${name}`;
      seen.push(which);
      const asNumber = schema.safeParse(number);
      expect([which, asNumber.success]).toEqual([which, true]);
      expect([which, schema.safeParse(String(number)).data]).toEqual([which, asNumber.data]);
      for (const text of [...NO_NUMBERS, ...(file === null && name !== "userId" ? [" 1"] : [])])
        expect([which, text, schema.safeParse(text).success]).toEqual([which, text, false]);
      expect([which, schema.safeParse(TOO_BIG).success]).toEqual([which, false]);
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining([
      "POST /api/pda/printing/print articleId",
      "POST /api/articles price",
      "POST /api/photoarticle articleId",
      "POST /api/pwa-auth/login userId",
    ]),
  );
});

test("ids, prices, quantities and lists of ids as text have the effect of numbers", async () => {
  const article = await admin.post("/api/articles", {
    name: "Text",
    code: "TEXT-1",
    categoryId: "1",
    typeId: "1",
    stateId: "1",
    price: "12.5",
  });
  expect(article).toMatchObject({ status: 201, body: { categoryId: 1, price: 12.5 } });
  const { oid } = article.body;
  const changed = await admin.put(`/api/articles/${oid}`, { oid: String(oid), price: "0.1" });
  expect(changed).toMatchObject({ status: 200, body: { price: 0.1 } });
  const stock = [{ locationId: "1", quantity: "3" }];
  expect((await admin.put(`/api/articles/${oid}/locations`, { locations: stock })).status).toBe(200);
  const inventory = await admin.post("/api/inventories", { name: "Text", locationIds: ["1", 2] });
  expect(inventory).toMatchObject({ status: 201, body: { locationIds: [1, 2] } });
  const edit = { ids: [String(oid)], changes: { stateId: 2 }, expectedCount: 1 };
  expect((await admin.put("/api/articles/bulk-edit", edit)).body).toMatchObject({ changed: 1 });
  const label = { articleId: "1", printerId: "1", labelFormatId: "1", copies: "2" };
  expect((await user.post("/api/pda/printing/print", label)).status).toBe(201);
  const { body } = await send(user, 3, [createOperation({ itemId: "111", quantity: "4" })]);
  expect(body.receipts).toMatchObject([{ result: "applied", item: { inventoryQuantity: 4 } }]);
});

describe("an invalid value is refused at its field", () => {
  test.each([
    ["an id beyond 2^53-1", "/api/pda/printing/print", { articleId: TOO_BIG }, "articleId"],
    ["an id with a fraction", "/api/pda/printing/print", { articleId: "1.5" }, "articleId"],
    [
      "an id with a very small fraction",
      "/api/pda/printing/print",
      { articleId: "1.00000000000000000001" },
      "articleId",
    ],
    ["a price that is no number", "/api/articles", { price: "12,50" }, "price"],
    ["a price of five places", "/api/articles", { price: "1.00001" }, "price"],
    ["a negative price", "/api/articles", { price: "-1" }, "price"],
    ["too many copies", "/api/pda/printing/print", { copies: "1001" }, "copies"],
  ])("%s", async (_, path, fields, field) => {
    const response = await admin.post(path, fields);
    expect(response.status).toBe(400);
    expect(response.body.errors.map((error: { path: string }) => error.path)).toContain(field);
  });

  test.each(["/api/pwa-auth/login", "/api/login", "/api/pda/users/login"])(
    "%s: a PIN that is a number",
    async (path) => {
      const response = await user.post(path, { userId: 3, pin: 3333 });
      expect([response.status, response.body.errors]).toEqual([
        400,
        [{ path: "pin", message: expect.any(String) }],
      ]);
    },
  );
});

test.each([1, 200, 201, 4096])("an unknown device token of %i characters is 401", async (length) => {
  const deviceToken = "t".repeat(length);
  expect((await server.anonymous.post("/api/device-auth/exchange", { deviceToken })).status).toBe(401);
});

test("a device token of more than 4 096 characters is 400", async () => {
  const response = await server.anonymous.post("/api/device-auth/exchange", {
    deviceToken: "t".repeat(4097),
  });
  expect([response.status, response.body.errors[0].path]).toEqual([400, "deviceToken"]);
});

test("the description says that numbers may be sent as text", async () => {
  const { body } = await server.anonymous.get("/api/openapi.json");
  expect(body.info.description).toMatch(/sent as text that is\s+a plain decimal number/);
});
