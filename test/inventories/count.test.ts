import { describe, expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { countsOf, putIntoState, STATES } from "./inventory-setup.ts";

/** Items 111 to 150 of inventory 3 are not counted yet: each scenario uses one. */
let item = 110;
const server = sharedServer();
const { user } = server;

const json = { "Content-Type": "application/json" };
const update = (body: unknown) => user.put("/api/inventories/items/update", body, json);
const detail = async (oid: number) => (await user.get(`/api/inventories/items/${oid}`)).body;

const NEXT: readonly [string, readonly object[], object][] = [
  ["a quantity says that it was found", [{ inventoryQuantity: 5 }], { inventoryQuantity: 5, isFound: true }],
  ["zero says that it was not", [{ inventoryQuantity: 0 }], { inventoryQuantity: 0, isFound: false }],
  [
    "the largest quantity is 2^31-1",
    [{ inventoryQuantity: 2 ** 31 - 1 }],
    { inventoryQuantity: 2 ** 31 - 1 },
  ],
  [
    "isFound true without any quantity stands",
    [{ isFound: true }],
    { inventoryQuantity: null, isFound: true },
  ],
  [
    "isFound false with a quantity stands",
    [{ inventoryQuantity: 3, isFound: false }],
    { inventoryQuantity: 3, isFound: false },
  ],
  [
    "isFound true with zero stands",
    [{ inventoryQuantity: 0, isFound: true }],
    { inventoryQuantity: 0, isFound: true },
  ],
  [
    "a quantity after a zero finds it",
    [{ inventoryQuantity: 0 }, { inventoryQuantity: 2 }],
    { inventoryQuantity: 2, isFound: true },
  ],
  [
    "a quantity after isFound false finds it",
    [{ inventoryQuantity: 3, isFound: false }, { inventoryQuantity: 3 }],
    { isFound: true },
  ],
  [
    "a zero after a quantity loses it",
    [{ inventoryQuantity: 2 }, { inventoryQuantity: 0 }],
    { inventoryQuantity: 0, isFound: false },
  ],
  [
    "null takes the count back",
    [{ inventoryQuantity: 7 }, { inventoryQuantity: null }],
    { inventoryQuantity: null, isFound: false },
  ],
  [
    "null takes back isFound too",
    [{ isFound: true }, { inventoryQuantity: null }],
    { inventoryQuantity: null, isFound: false },
  ],
  [
    "isFound alone keeps the quantity",
    [{ inventoryQuantity: 7 }, { isFound: false }],
    { inventoryQuantity: 7, isFound: false },
  ],
  [
    "a note alone keeps the count",
    [{ inventoryQuantity: 7 }, { note: "x" }],
    { inventoryQuantity: 7, isFound: true, note: "x" },
  ],
  [
    "an empty body keeps everything",
    [{ inventoryQuantity: 7, note: "x" }, {}],
    { inventoryQuantity: 7, isFound: true, note: "x" },
  ],
  ["null clears a note", [{ note: "x" }, { note: null }], { note: null }],
  ["a blank note is none", [{ note: "x" }, { note: "  " }], { note: null }],
  [
    "a note is trimmed and may have 4000 characters",
    [{ note: ` ${"ř".repeat(4000)} ` }],
    { note: "ř".repeat(4000) },
  ],
  [
    "an absent location keeps the stored one",
    [{ inventoryLocationId: 30 }, { note: "x" }],
    { inventoryLocationId: 30 },
  ],
  [
    "null clears a location",
    [{ inventoryLocationId: 30 }, { inventoryLocationId: null }],
    { inventoryLocationId: null },
  ],
  [
    "a disposal is proposed with method and reason",
    [{ isDisposal: true, disposalMethodId: 2, disposalReasonId: 1 }],
    { isDisposal: true, disposalMethodId: 2, disposalReasonId: 1, isFound: false },
  ],
  [
    "null clears method and reason, absent keeps the flag",
    [
      { isDisposal: true, disposalMethodId: 2, disposalReasonId: 1 },
      { disposalMethodId: null, disposalReasonId: null },
    ],
    { isDisposal: true, disposalMethodId: null, disposalReasonId: null },
  ],
  [
    "names in any case are understood",
    [{ INVENTORYQUANTITY: 4, isfound: false }],
    { inventoryQuantity: 4, isFound: false },
  ],
  [
    "what is not of a count changes nothing",
    [
      {
        quantity: 77,
        isApproved: true,
        articleId: 1,
        inventoryId: 2,
        locationId: 1,
        tenantId: 2,
        isUnexpected: true,
        change: 1,
      },
    ],
    { isApproved: false, isUnexpected: false, inventoryId: 3, inventoryQuantity: null },
  ],
];
test.each(NEXT)("%s", async (_, bodies, expected) => {
  const oid = ++item;
  const before = await detail(oid);
  for (const body of bodies) {
    const response = await update({ oid, ...body });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(await detail(oid));
  }
  const after = await detail(oid);
  expect(after).toMatchObject(expected);
  const { quantity, articleId, locationId } = before;
  expect(after).toMatchObject({ quantity, articleId, locationId });
  expect(countsOf(server, oid)).toBe(bodies.length);
});

const REFUSED: readonly [string, object | string, readonly string[]][] = [
  ["a negative quantity", { inventoryQuantity: -1 }, ["inventoryQuantity"]],
  ["a fraction", { inventoryQuantity: 1.5 }, ["inventoryQuantity"]],
  ["a quantity of true", { inventoryQuantity: true }, ["inventoryQuantity"]],
  ["a quantity of 2^31", { inventoryQuantity: 2 ** 31 }, ["inventoryQuantity"]],
  ["a quantity beyond every number", '{"oid":150,"inventoryQuantity":1e400}', ["inventoryQuantity"]],
  ["isFound null", { isFound: null }, ["isFound"]],
  ["isFound as text", { isFound: "true" }, ["isFound"]],
  ["isFound as a number", { isFound: 1 }, ["isFound"]],
  ["isDisposal null", { isDisposal: null }, ["isDisposal"]],
  ["a note of 4001 characters", { note: "x".repeat(4001) }, ["note"]],
  ["a note with NUL", { note: "a\u0000b" }, ["note"]],
  ["a note that is a number", { note: 5 }, ["note"]],
  ["an unknown location", { inventoryLocationId: 999_999 }, ["inventoryLocationId"]],
  ["another tenant's location", { inventoryLocationId: 41 }, ["inventoryLocationId"]],
  ["a location of id -1", { inventoryLocationId: -1 }, ["inventoryLocationId"]],
  ["another tenant's method", { disposalMethodId: 3 }, ["disposalMethodId"]],
  ["another tenant's reason", { disposalReasonId: 3 }, ["disposalReasonId"]],
  [
    "three bad references",
    { inventoryLocationId: 41, disposalMethodId: 99, disposalReasonId: 99 },
    ["inventoryLocationId", "disposalMethodId", "disposalReasonId"],
  ],
  [
    "several faults of form",
    { inventoryQuantity: -1, isFound: "x", note: 5 },
    ["inventoryQuantity", "isFound", "note"],
  ],
  ["no oid", { oid: undefined }, ["oid"]],
  ["oid null", { oid: null }, ["oid"]],
  ["an unknown oid", { oid: 999_999 }, ["oid"]],
  ["oid 0", { oid: 0 }, ["oid"]],
  ["another tenant's oid", { oid: 451 }, ["oid"]],
];
test.each(REFUSED)("%s is 400, names the field, and changes nothing", async (_, body, paths) => {
  const before = await detail(150);
  const response = await update(typeof body === "string" ? body : { oid: 150, ...body });
  expect(refusal(response)).toEqual([400, ...paths]);
  expect(await detail(150)).toEqual(before);
  expect(countsOf(server, 150)).toBe(0);
});

describe.each(STATES.filter(([id]) => id !== 3))("in state %i, %s,", (state, english, inCzech) => {
  test("nothing can be counted or added: 400 with the name of the state", async () => {
    await putIntoState(server, 3, state);
    const before = await detail(149);
    for (const response of [
      await update({ oid: 149, inventoryQuantity: 1 }),
      await user.post("/api/inventories/3/items", { articleId: 1, inventoryQuantity: 1 }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.body.message).toContain(english);
    }
    const czech = { "Accept-Language": "cs" };
    const inOther = await user.put("/api/inventories/items/update", { oid: 149, isFound: true }, czech);
    expect(inOther.body.message).toContain(inCzech);
    expect(await detail(149)).toEqual(before);
    expect(countsOf(server, 149)).toBe(0);
  });

  test("a wrong reference is reported before the state", async () => {
    await putIntoState(server, 3, state);
    const response = await update({ oid: 149, inventoryLocationId: 41 });
    expect(response.body.errors).toEqual([{ path: "inventoryLocationId", message: expect.any(String) }]);
  });
});
