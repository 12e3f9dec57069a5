import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { PEOPLE } from "../../../../src/demo/people.ts";
import type { CommitteeRole, Law, Method, Purpose } from "../../../../src/domain/stocktakes/frame.ts";
import type { Settlement } from "../../../../src/domain/stocktakes/settlement.ts";
import type { Locale } from "../../../../src/i18n/locales.ts";
import type { TestClock } from "../../../harness/clock.ts";
import { pair } from "../../../harness/paired-terminals.ts";
import type { TestServer } from "../../../harness/server.ts";
import { createWarehouse, type Stock, type Warehouse } from "../../../inventories/stocktake.ts";
import { createJpeg, upload } from "../../../photos/uploads.ts";

// Three companies, and a stocktake of each with every kind of difference.

const MINUTE_MS = 60_000;

/** A company, and its stocktake, in its language. */
export interface Country {
  readonly law: Law;
  readonly language: Locale;
  readonly company: Readonly<Record<"legalName" | "seat" | "registrationNumber" | "taxNumber", string>>;
  readonly stocktake: string;
  readonly purpose: Purpose;
  readonly method: Method;
  readonly committee: readonly (readonly [CommitteeRole, string])[];
  readonly handover?: { readonly from: string; readonly to: string };
  /** The place, and a shelf in it. */
  readonly places: readonly [string, string];
  readonly unit: string;
  /** What its articles are called, why pieces are missing, and what was noted at the count and after the close. */
  readonly article: string;
  readonly cause: string;
  readonly note: string;
  readonly correction: string;
}

export const COUNTRIES: readonly Country[] = [
  {
    law: "CZ",
    language: "cs",
    company: {
      legalName: "Říční sklad s.r.o.",
      seat: "Nábřežní 12/4, 110 00 Praha 1",
      registrationNumber: "12345678",
      taxNumber: "CZ12345678",
    },
    stocktake: "Roční inventura zásob",
    purpose: "yearEnd",
    method: "physical",
    committee: [
      ["chair", "Jana Malá"],
      ["member", "Petr Žďárský"],
      ["counter", "Uma Svoboda"],
      ["recorder", "Eva Říhová"],
      ["responsible", "Karel Dlouhý"],
    ],
    places: ["Sklad Křižíkova", "Regál č. 7"],
    unit: "kg",
    article: "Příruba pozinkovaná",
    cause: "Rozsypáno při stěhování regálu v březnu",
    note: "poškozený obal",
    correction: "Položka 4: správně 4 ks, přepočteno za účasti předsedkyně.",
  },
  {
    law: "SK",
    language: "sk",
    company: {
      legalName: "Ľubovniansky sklad, a. s.",
      seat: "Štúrova 5, 064 01 Stará Ľubovňa",
      registrationNumber: "87654321",
      taxNumber: "SK2020202020",
    },
    stocktake: "Odovzdanie skladu č. 3",
    purpose: "handover",
    method: "physical",
    committee: [
      ["chair", "Ľudmila Kráľová"],
      ["member", "Štefan Ďurica"],
    ],
    handover: { from: "Max Dvorak", to: "Žofia Vážna" },
    places: ["Sklad Štúrova", "Regál ľavý"],
    unit: "m",
    article: "Kábel medený",
    cause: "Prirodzený úbytok pri rezaní, v norme",
    note: "odreté označenie",
    correction: "Riadok 4: správne 4 ks.",
  },
  {
    law: "DE",
    language: "de",
    company: {
      legalName: "Flußlager Süd GmbH & Co. KG",
      seat: "Hafenstraße 21, 93047 Regensburg",
      registrationNumber: "HRB 4711",
      taxNumber: "DE123456789",
    },
    stocktake: "Jahresinventur Außenlager",
    purpose: "yearEnd",
    method: "rfid",
    committee: [
      ["chair", "Jürgen Größer"],
      ["counter", "Uma Svoboda"],
      ["responsible", "Max Dvorak"],
    ],
    places: ["Außenlager Süd", "Regal Ä"],
    unit: "l",
    article: "Schmieröl für Getriebe",
    cause: "Bei der Umlagerung im März ausgelaufen",
    note: "Gebinde beschädigt",
    correction: "Zeile 4: richtig sind 4 Stück.",
  },
];

/** The differences that are settled, by the code of the article. */
export const SETTLED: Readonly<Record<string, Settlement>> = {
  "V-BOOK": "bookError",
  "V-DAMAGE": "damage",
  "V-LOSS": "naturalLoss",
  "V-SHORT": "shortage",
  "V-SURPLUS": "surplus",
};

/** Two places with an article for each kind of difference, for which Max Dvorak is responsible; Uma Svoboda for one article. */
export async function fillWarehouse(
  server: TestServer,
  { places, article, unit }: Country,
): Promise<Warehouse> {
  const warehouse = createWarehouse(server);
  const [hall, shelf] = places;
  await warehouse.addLocation(hall);
  await warehouse.addLocation(shelf, hall);
  await warehouse.manager.put(`/api/locations/${warehouse.at(hall)}`, { responsibleUserId: 2 });
  const add = async (code: string, stock: Stock, more: object = {}, full: object = {}) => {
    const oid = await warehouse.article(code, stock, { name: `${article} ${code}`, price: 12.5, ...more });
    const body = { currencyTypeId: 1, ...full };
    expect((await warehouse.manager.put(`/api/articles/${oid}/full`, body)).status).toBe(200);
  };
  await add("V-BOOK", { [hall]: 6 });
  await add("V-DAMAGE", { [shelf]: 4 });
  await add("V-DOCUMENTS", { [hall]: 8 }, { price: 1_234_567.89 });
  await add("V-GONE", { [hall]: 2 });
  await add("V-LOSS", { [shelf]: 1200 }, { price: 0.0375 }, { unit });
  await add("V-MOVED", { [shelf]: 7 });
  await add("V-NEVER", { [hall]: 9 });
  await add("V-ROLLED", { [shelf]: 11 });
  await add("V-SAME", { [shelf]: 3 }, { serialNumber: "SN-4711" });
  await add("V-SCRAP", { [hall]: 1 });
  await add("V-SHORT", { [shelf]: 5 }, { responsibleUserId: 3 });
  await add("V-STRAY", {});
  await add("V-SURPLUS", { [shelf]: 2 });
  return warehouse;
}

/** Counts the warehouse on another day than it was filled, with every kind of difference, to the end; returns the stocktake's id. */
export async function countWarehouse(
  server: TestServer,
  clock: TestClock,
  warehouse: Warehouse,
  { stocktake, places, note }: Country,
): Promise<number> {
  const later = () => clock.advance(MINUTE_MS);
  const [hall, shelf] = places;
  await warehouse.put("V-ROLLED", { [shelf]: 9 });
  await warehouse.put("V-GONE", {});
  later();
  const id = await warehouse.stocktake([hall], { name: stocktake, mustBeApproved: true });
  const moved = { inventoryQuantity: 7, inventoryLocationId: warehouse.at(hall) };
  const counted: Readonly<Record<string, number | object>> = {
    "V-BOOK": 0,
    "V-DAMAGE": 3,
    "V-DOCUMENTS": 8,
    "V-LOSS": 1185,
    "V-MOVED": moved,
    "V-ROLLED": 9,
    "V-SAME": { inventoryQuantity: 3, note },
    "V-SCRAP": { inventoryQuantity: 1, isDisposal: true },
    "V-SHORT": 3,
    "V-SURPLUS": 5,
  };
  for (const [code, what] of Object.entries(counted)) {
    later();
    await warehouse.count(id, code, what);
  }
  const stray = { articleId: warehouse.id("V-STRAY"), inventoryQuantity: 4 };
  const inventoryLocationId = warehouse.at(shelf);
  await warehouse.user.post(`/api/inventories/${id}/items`, { ...stray, inventoryLocationId });
  const { oid: damaged } = await warehouse.item(id, "V-DAMAGE");
  expect((await upload(warehouse.user, damaged, await createJpeg())).status).toBe(201);
  later();
  const both = PEOPLE.findIndex(({ userName }) => userName === "both");
  const { client } = await pair(server, server.admin, "PDA 1", both + 1, PEOPLE[both]?.pin);
  const send = async (fields: object) => {
    const operation = { operationId: randomUUID(), kind: "set", at: clock.iso(), ...fields };
    const { status } = await client.post(`/api/inventories/${id}/counts`, { operations: [operation] });
    expect(status).toBe(200);
  };
  await send({ code: "V-UNKNOWN", locationId: warehouse.at(hall), quantity: 2 });
  later();
  await warehouse.move(id, "finish");
  const { oid: itemId } = await warehouse.item(id, "V-NEVER");
  await send({ itemId, quantity: 9 });
  return id;
}
