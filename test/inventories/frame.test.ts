import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { getPdf } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// The frame of a stocktake, and the windows of time that the law of the company sets.

let warehouse: Warehouse;
const clock = createClock(Date.parse("2030-11-20T08:00:00.000Z"));
const server = sharedServer({
  settings: { SITE_TIME_ZONE: "Europe/Prague" },
  clock,
});
beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Hall");
  await warehouse.article("DRILL", { Hall: 1 });
});

const FRAME = { purpose: "yearEnd", decisiveDay: "2030-11-20", method: "physical", committee: [] };
/** Counted on paper, before the stocktake was started. */
const ON_PAPER = { countBegunDT: "2030-11-18T06:00:00.000Z", countEndedDT: "2030-11-18T14:30:00.000Z" };
const HANDOVER = {
  ...FRAME,
  purpose: "handover",
  handover: { from: { name: "Adam Starý" }, to: { name: "Eva Nová" } },
};
const CHAIR = { role: "chair", name: "Jana Malá" };
const newStocktake = () => warehouse.stocktake(["Hall"]);
const put = (id: number, frame: object) => warehouse.manager.put(`/api/inventories/${id}/frame`, frame);
const get = async (id: number) => (await warehouse.manager.get(`/api/inventories/${id}/frame`)).body;
const company = (fields: object) => server.admin.put("/api/company", fields);

test("a stocktake has no frame until it is given one", async () => {
  const id = await newStocktake();
  expect(await get(id)).toEqual({
    purpose: null,
    decisiveDay: null,
    countBegunDT: null,
    countEndedDT: null,
    method: null,
    committee: [],
    handover: null,
    warnings: [],
  });
});

test("a frame is shown as it was saved, its persons in the order of the signatures", async () => {
  const id = await newStocktake();
  const { body: me } = await warehouse.manager.get("/api/me");
  const committee = [{ role: "responsible", userId: me.id }, { role: "member", name: "Petr Novák" }, CHAIR];
  const handover = { from: { userId: me.id }, to: { name: "Eva Nová" } };
  const saved = await put(id, { ...FRAME, ...ON_PAPER, purpose: "handover", committee, handover });
  expect(saved.body).toEqual(await get(id));
  expect(saved.body).toEqual({
    ...FRAME,
    ...ON_PAPER,
    purpose: "handover",
    committee: [
      { role: "chair", userId: null, name: "Jana Malá" },
      { role: "member", userId: null, name: "Petr Novák" },
      { role: "responsible", userId: me.id, name: me.fullName },
    ],
    handover: { from: { userId: me.id, name: me.fullName }, to: { userId: null, name: "Eva Nová" } },
    warnings: [expect.stringContaining("is not over")],
  });
});

test("a frame may leave the decisive day open", async () => {
  const id = await newStocktake();
  expect((await put(id, { ...FRAME, decisiveDay: null })).status).toBe(200);
  expect(await get(id)).toMatchObject({ purpose: "yearEnd", decisiveDay: null });
});

test("the persons of a handover are gone with its purpose", async () => {
  const id = await newStocktake();
  await put(id, HANDOVER);
  expect((await put(id, FRAME)).body.handover).toBeNull();
});

test("a removed frame is gone", async () => {
  const id = await newStocktake();
  await put(id, { ...HANDOVER, committee: [CHAIR] });
  expect((await warehouse.manager.delete(`/api/inventories/${id}/frame`)).status).toBe(204);
  expect(await get(id)).toMatchObject({ purpose: null, decisiveDay: null, method: null, committee: [] });
  expect((await get(id)).handover).toBeNull();
});

describe("after the approval", () => {
  const CHOSEN = { ...FRAME, committee: [CHAIR] };
  let id: number;
  const isApproved = async () => (await warehouse.manager.get(`/api/inventories/${id}`)).body.isApproved;
  beforeEach(async () => {
    id = await newStocktake();
    await put(id, CHOSEN);
    await warehouse.move(id, "finish", "process", "approve");
  });

  test.each([
    ["another purpose", { purpose: "continuous" }],
    ["another decisive day", { decisiveDay: "2030-11-19" }],
    ["another method", { method: "rfid" }],
    ["another committee", { committee: [{ ...CHAIR, name: "Petr Novák" }] }],
    ["a handover", HANDOVER],
  ])("%s withdraws the approval of the stocktake", async (_, change) => {
    expect(await isApproved()).toBe(true);
    expect((await put(id, { ...CHOSEN, ...change })).status).toBe(200);
    expect(await isApproved()).toBe(false);
  });

  test("the same frame again leaves it", async () => {
    expect((await put(id, CHOSEN)).status).toBe(200);
    expect(await isApproved()).toBe(true);
  });

  test("the removal of the frame withdraws it, that of none does not", async () => {
    const remove = () => warehouse.manager.delete(`/api/inventories/${id}/frame`);
    await remove();
    expect(await isApproved()).toBe(false);
    await warehouse.move(id, "approve");
    await remove();
    expect(await isApproved()).toBe(true);
  });
});

describe("is refused", () => {
  test.each([
    [
      "a decisive day in the future",
      { decisiveDay: "2030-11-21" },
      "decisiveDay",
      /must not be after today, 2030-11-20/,
    ],
    [
      "a beginning in the future",
      { countBegunDT: "2030-11-21T08:00:00Z" },
      "countBegunDT",
      /must not be in the future/,
    ],
    [
      "an end in the future",
      { countEndedDT: "2030-11-21T08:00:00Z" },
      "countEndedDT",
      /must not be in the future/,
    ],
    [
      "an end without a beginning",
      { countEndedDT: ON_PAPER.countEndedDT },
      "countBegunDT",
      /is required with an end/,
    ],
    [
      "an end before the beginning",
      { ...ON_PAPER, countEndedDT: "2030-11-18T05:59:00Z" },
      "countEndedDT",
      /must not be before the beginning/,
    ],
    [
      "a missing method",
      { method: undefined },
      "method",
      /is required\. Use one of: physical, documents, rfid/,
    ],
    [
      "a missing purpose",
      { purpose: undefined },
      "purpose",
      /is required\. Use one of: yearEnd, continuous, extraordinary, handover/,
    ],
    ["an unknown purpose", { purpose: "fun" }, "purpose", /must be one of: yearEnd, continuous/],
    [
      "a committee without a chair",
      { committee: [{ role: "member", name: "A" }] },
      "committee",
      /exactly one person with the role chair/,
    ],
    [
      "a committee with two chairs",
      { committee: [CHAIR, CHAIR] },
      "committee",
      /exactly one person with the role chair/,
    ],
    [
      "a person without a name",
      { committee: [CHAIR, { role: "member" }] },
      "committee.1.name",
      /is required/,
    ],
    [
      "a person who is no user",
      { committee: [{ role: "chair", userId: 99999 }] },
      "committee.0.userId",
      /is not a user/,
    ],
    [
      "two persons of one name in one role",
      { committee: [CHAIR, { role: "member", name: "Jan Novák" }, { role: "member", name: "Jan Novák" }] },
      "committee.2.name",
      /is named with this role already\. Tell two persons apart/,
    ],
    [
      "a user twice in one role",
      { committee: [{ role: "member", userId: 3 }, CHAIR, { role: "member", userId: 3 }] },
      "committee.2.userId",
      /is named with this role already/,
    ],
    ["a handover without persons", { purpose: "handover" }, "handover.from", /is required for a handover/],
    [
      "a handover to nobody",
      { purpose: "handover", handover: { from: { name: "A" }, to: null } },
      "handover.to",
      /is required for a handover: a user, or a name/,
    ],
    [
      "a handover from somebody without a name",
      { purpose: "handover", handover: { from: { name: " " }, to: { name: "B" } } },
      "handover.from.name",
      /is required for a person who is no user/,
    ],
    [
      "a handover to a person who is no user",
      { purpose: "handover", handover: { from: { name: "A" }, to: { userId: 99999 } } },
      "handover.to.userId",
      /is not a user/,
    ],
    [
      "a handover to the same person",
      { purpose: "handover", handover: { from: { name: "A" }, to: { name: "A" } } },
      "handover.to",
      /must be another person/,
    ],
    [
      "a handover of a user to somebody of the same name",
      { purpose: "handover", handover: { from: { userId: 3 }, to: { name: "Uma Svoboda" } } },
      "handover.to",
      /must be another person/,
    ],
    [
      "a member without an account who is called like a user",
      {
        committee: [
          { role: "chair", userId: 3 },
          { role: "member", name: "Uma Svoboda" },
        ],
      },
      "committee.1.name",
      /is the name of another person here/,
    ],
    [
      "a person of the handover who is called like a user in the committee",
      {
        purpose: "handover",
        committee: [{ role: "chair", userId: 3 }],
        handover: { from: { name: "Uma Svoboda" }, to: { name: "Eva Nová" } },
      },
      "handover.from.name",
      /is the name of another person here/,
    ],
    [
      "a user who is called like a member without an account",
      {
        committee: [
          { role: "chair", name: "Uma Svoboda" },
          { role: "member", userId: 3 },
        ],
      },
      "committee.1.userId",
      /is the name of another person here/,
    ],
    [
      "persons of a handover for another purpose",
      { handover: { from: { name: "A" }, to: { name: "B" } } },
      "handover",
      /must be left out/,
    ],
  ])("%s", async (_, change, field, message) => {
    const id = await newStocktake();
    const { status, body } = await put(id, { ...FRAME, ...change });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: field, message: expect.stringMatching(message) }]);
    expect(await get(id)).toMatchObject({ purpose: null, committee: [], handover: null });
  });
});

test("times of the count that are absent stay, and null removes them", async () => {
  const id = await newStocktake();
  await put(id, { ...FRAME, ...ON_PAPER });
  expect((await put(id, FRAME)).body).toMatchObject(ON_PAPER);
  const none = { countBegunDT: null, countEndedDT: null };
  expect((await put(id, { ...FRAME, ...none })).body).toMatchObject(none);
});

test("the inventory list names the typed times of the count beside those of the stocktake", async () => {
  const id = await newStocktake();
  await put(id, { ...FRAME, ...ON_PAPER });
  await warehouse.move(id, "finish");
  const list = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf`);
  expect(list).toContain("Beginning of the stocktake 20 Nov 2030, 09:00");
  expect(list).toContain("Beginning of the count 18 Nov 2030, 07:00");
  expect(list).toContain("End of the count 18 Nov 2030, 15:30");
});

test("a change of the frame is in the change history of the stocktake", async () => {
  const id = await newStocktake();
  await put(id, { ...FRAME, committee: [CHAIR] });
  const { body } = await server.admin.get(`/api/audit?entity=inventory&entityId=${id}`);
  const [newest] = body.data ?? body;
  expect(newest.changes.map(({ field }: { field: string }) => field)).toEqual([
    "purpose",
    "decisiveDay",
    "method",
    "committee",
  ]);
});

test("a decisive day that is not over is warned of until the close", async () => {
  const id = await newStocktake();
  const NOT_OVER =
    "The decisive day 20 Nov 2030 is not over, and the figures end at the close. Close on a later day, so that all movements of the day are in them.";
  await put(id, FRAME);
  expect((await get(id)).warnings).toEqual([NOT_OVER]);
  await put(id, { ...FRAME, decisiveDay: "2030-11-19" });
  expect((await get(id)).warnings).not.toContain(NOT_OVER);
  await put(id, FRAME);
  await warehouse.move(id, "finish", "process", "close");
  expect((await get(id)).warnings).toEqual([]);
});

describe("the windows of the law", () => {
  /** The warnings of a frame but those of stock records, which begin with these tests, and of today as the decisive day. */
  const ofLaw = (warnings: readonly string[]) =>
    warnings.filter((warning) => !/^The stock records begin|is not over/.test(warning));
  const warningsWith = async (fields: object, frame: object = {}, headers = {}) => {
    await company(fields);
    const id = await newStocktake();
    await put(id, { ...FRAME, ...frame });
    const { body } = await warehouse.manager.get(`/api/inventories/${id}/frame`, headers);
    return ofLaw(body.warnings);
  };

  test("within them there is no warning", async () => {
    expect(await warningsWith({ law: "CZ", balanceSheetDay: "12-31" })).toEqual([]);
  });

  test("CZ: a count more than four months before the balance-sheet day", async () => {
    expect(await warningsWith({ law: "CZ", balanceSheetDay: "03-31" })).toEqual([
      "The count must not begin more than four months before the balance-sheet day 31 Mar 2031 (Act 563/1991, § 30 (6)).",
    ]);
  });

  test("are warned of before the start", async () => {
    await company({ law: "CZ", balanceSheetDay: "03-31" });
    const { body } = await warehouse.manager.post("/api/inventories", { name: "Planned" });
    await put(body.oid, FRAME);
    expect(ofLaw((await get(body.oid)).warnings)).toEqual([
      expect.stringContaining("must not begin more than four months"),
    ]);
  });

  test("CZ: a count that began in time by its typed beginning alone", async () => {
    const fields = { law: "CZ", balanceSheetDay: "03-19" };
    expect(await warningsWith(fields, { countBegunDT: "2030-11-20T07:59:00Z" })).toEqual([]);
    const early = { countBegunDT: "2030-11-18T08:00:00Z" };
    expect(await warningsWith(fields, early)).toEqual([
      expect.stringContaining("must not begin more than four months"),
    ]);
  });

  test("CZ: a count that ended in time by its typed end", async () => {
    await company({ law: "CZ", balanceSheetDay: "09-18" });
    const id = await newStocktake();
    const late = { ...FRAME, decisiveDay: "2030-09-18" };
    await put(id, late);
    expect(ofLaw((await get(id)).warnings)).toEqual([expect.stringContaining("must end within two months")]);
    await put(id, { ...late, ...ON_PAPER });
    expect(ofLaw((await get(id)).warnings)).toEqual([]);
  });

  test("of a closed stocktake are those of the company at its close", async () => {
    await company({ law: "CZ", balanceSheetDay: "12-31" });
    const id = await newStocktake();
    await put(id, FRAME);
    await warehouse.move(id, "finish", "process", "close");
    await company({ law: "CZ", balanceSheetDay: "03-31" });
    expect((await get(id)).warnings).toEqual([]);
  });

  test("CZ: a count that has not ended two months after the balance-sheet day", async () => {
    await company({ law: "CZ", balanceSheetDay: "09-30" });
    const id = await newStocktake();
    await put(id, { ...FRAME, decisiveDay: "2030-09-30" });
    expect(ofLaw((await get(id)).warnings)).toEqual([]);
    clock.advance(12 * 24 * 3_600_000);
    const { body } = await (await server.as("manager")).get(`/api/inventories/${id}/frame`);
    expect(ofLaw(body.warnings)).toEqual([expect.stringContaining("must end within two months")]);
  });

  test("are named in the language of the request", async () => {
    const czech = { "Accept-Language": "cs" };
    expect(await warningsWith({ law: "CZ", balanceSheetDay: "10-31" }, {}, czech)).toEqual([
      "Rozhodný den nesmí být po rozvahovém dni 31. 10. 2030 (zákon 563/1991 Sb., § 30 odst. 4).",
    ]);
  });
});

describe("the company", () => {
  const WHOLE = {
    legalName: "Říční sklad s.r.o.",
    seat: "Nábřežní 12, 150 00 Praha 5",
    registrationNumber: "12345678",
    taxNumber: "CZ12345678",
    law: "CZ",
    balanceSheetDay: "12-31",
    retentionYears: 5,
  };

  test("is shown as it was saved", async () => {
    await company(WHOLE);
    expect((await warehouse.manager.get("/api/company")).body).toEqual(WHOLE);
  });

  test("loses a field that is left out", async () => {
    await company(WHOLE);
    const { taxNumber: _, ...less } = WHOLE;
    expect((await company(less)).body).toEqual({ ...less, taxNumber: null });
  });

  test.each(["31-12", "02-30", "12.31", "1-1"])("has no balance-sheet day %s", async (balanceSheetDay) => {
    const { status, body } = await company({ ...WHOLE, balanceSheetDay });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: "balanceSheetDay", message: expect.stringContaining("such as 12-31") },
    ]);
  });

  test("is each tenant's own", async () => {
    await company(WHOLE);
    expect((await server.admin2.get("/api/company")).body).toMatchObject({ legalName: null, law: null });
  });
});

test("the decisive day may be the day of the site, which is that of UTC no more", async () => {
  const id = await newStocktake();
  clock.setSystemTime(Date.parse("2030-12-02T23:30:00.000Z"));
  const manager = await server.as("manager");
  const status = async (decisiveDay: string) =>
    (await manager.put(`/api/inventories/${id}/frame`, { ...FRAME, decisiveDay })).status;
  expect(await status("2030-12-04")).toBe(400);
  expect(await status("2030-12-03")).toBe(200);
});
