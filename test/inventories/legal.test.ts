import { randomUUID } from "node:crypto";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { PEOPLE } from "../../src/demo/people.ts";
import { type Message, msg } from "../../src/domain/message.ts";
import {
  COMMITTEE_ROLE_NAMES,
  type CommitteeRole,
  HANDOVER_NAMES,
  type Law,
  METHOD_NAMES,
  type Method,
  PURPOSE_NAMES,
  type Purpose,
} from "../../src/domain/stocktakes/frame.ts";
import { LAW_YEARS } from "../../src/domain/stocktakes/retention.ts";
import { SETTLEMENT_NAMES, type Settlement } from "../../src/domain/stocktakes/settlement.ts";
import { LOCALES, type Locale } from "../../src/i18n/locales.ts";
import { textIn } from "../../src/i18n/text.ts";
import type { InventoryReport } from "../../src/inventories/report/shapes.ts";
import { COMPANY } from "../../src/records/company.ts";
import { INVENTORY } from "../../src/records/stocktake.ts";
import { createClock } from "../harness/clock.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { pair } from "../stocktake/terminals.ts";
import { isTranslated, type Place, textsAt, tickedIn } from "./law-table.ts";
import { addTo, STROKES } from "./seal/addenda.ts";
import { fileOf, sealed } from "./seal/closed.ts";
import { createWarehouse, type Stock, type Warehouse } from "./stocktake.ts";

// The records that docs/use/legal.md promises, read as an auditor reads them, by their PDFs alone.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A company, and its stocktake, in its language. */
interface Country {
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

const COUNTRIES: readonly Country[] = [
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
const SETTLED: Readonly<Record<string, Settlement>> = {
  "V-BOOK": "bookError",
  "V-DAMAGE": "damage",
  "V-LOSS": "naturalLoss",
  "V-SHORT": "shortage",
  "V-SURPLUS": "surplus",
};

/** Words of the English report: in other languages they are untranslated. */
const ENGLISH =
  /\b(Expected|Found|Difference|Counted|Settlement|Responsible|Signatures?|Page|pcs|Sealed|Keep)\b/;

test.for(COUNTRIES)("the record of a company in $law states what its law asks for", async (country) => {
  const clock = createClock();
  const server = await startServer({ clock, settings: { SITE_TIME_ZONE: "UTC" } });
  const decisiveDay = clock.iso().slice(0, 10);
  await setCompany(server, country);
  const warehouse = await fillWarehouse(server, country);
  const id = await plan(warehouse, country, decisiveDay);
  clock.advance(DAY_MS);
  await count(server, warehouse, country, id, () => clock.advance(MINUTE_MS));
  const pdfs = await close(warehouse, country, id);
  const [{ sha256, publicKey }] = await sealed(server.manager, id);
  const { body } = await server.manager.get(`/api/inventories/${id}/report`);
  const pages = { record: await pagesOf(pdfs.record), minutes: await pagesOf(pdfs.minutes) };
  const record = auditorOf(country, pages.record, body);
  const minutes = auditorOf(country, pages.minutes, body);

  for (const pdf of [record, minutes]) {
    pdf.finds(pdf.first, companyFacts(country));
    pdf.finds(pdf.first, pdf.frameFacts(decisiveDay));
    pdf.finds(pdf.first, pdf.times());
    pdf.finds(pdf.fromHeading(msg("Settlement of the differences")), pdf.settlements());
    pdf.finds(pdf.last, [sha256, publicKey]);
    pdf.hasFeet(sha256);
    expect(pdf.whole).not.toMatch(ENGLISH);
  }
  record.finds(record.whole, record.items());
  record.finds(record.whole, record.operations());
  const signers = record.signers();
  expect(record.signed()).toEqual(signers.map((who) => `${who} ${record.say(msg("name, date, signature"))}`));
  const [chair = "", ...others] = minutes.signed();
  expect(chair).toContain(`${signers[0]} ${minutes.say(msg("Signed on a screen:"))}`);
  expect(others).toEqual(
    signers.slice(1).map((who) => `${who} ${minutes.say(msg("name, date, signature"))}`),
  );
  minutes.finds(minutes.whole, [country.correction]);
  const { language } = country;
  for (const { places, labels } of tickedIn(language))
    for (const place of places)
      for (const text of textsAt(place, { ...pages, language }))
        for (const label of labels) expect.soft(text, `${label} (${JSON.stringify(place)})`).toContain(label);
});

test.each(["cs", "de", "sk"] as const)("the table of legal.md ticks the same in %s", (language) => {
  const [english, own] = [tickedIn("en"), tickedIn(language)];
  expect(own).toHaveLength(english.length);
  expect(english.length).toBeGreaterThan(17);
  for (const [at, { places, labels }] of english.entries()) {
    const headingsOf = (all: readonly Place[] = []) =>
      all.flatMap((place) => (place.kind === "heading" ? place.heading : []));
    const others = (all: readonly Place[] = []) => all.filter(({ kind }) => kind !== "heading");
    expect(others(own[at]?.places)).toEqual(others(places));
    const names = [...headingsOf(own[at]?.places), ...(own[at]?.labels ?? [])];
    const expected = [...headingsOf(places), ...labels];
    expect(names).toHaveLength(expected.length);
    for (const [index, name] of names.entries())
      expect([expected[index], name, isTranslated(expected[index] ?? "", name, language)]).toEqual([
        expected[index],
        name,
        true,
      ]);
  }
});

const sayIn =
  ({ language }: Country) =>
  (message: Message) =>
    textIn(message, language);

async function setCompany(server: TestServer, { law, company }: Country): Promise<void> {
  const terms = { law, balanceSheetDay: "12-31", retentionYears: LAW_YEARS[law] };
  expect((await server.admin.put("/api/company", { ...company, ...terms })).status).toBe(200);
}

/** Two places with an article for each kind of difference, for which Max Dvorak is responsible; Uma Svoboda for one article. */
async function fillWarehouse(server: TestServer, { places, article, unit }: Country): Promise<Warehouse> {
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

/** A person of a frame: a user by id, anybody else by name. */
function personOf(name: string): object {
  const at = PEOPLE.findIndex(({ firstName, lastName }) => `${firstName} ${lastName}` === name);
  return at === -1 ? { name } : { userId: at + 1 };
}

/** Creates the stocktake and its frame; returns its id. */
async function plan(warehouse: Warehouse, country: Country, decisiveDay: string): Promise<number> {
  const { stocktake, places, purpose, method, committee, handover } = country;
  const { body } = await warehouse.manager.post("/api/inventories", {
    name: stocktake,
    locationIds: [warehouse.at(places[0])],
  });
  const sides = handover && { from: personOf(handover.from), to: personOf(handover.to) };
  const frame = {
    ...{ purpose, method, decisiveDay },
    committee: committee.map(([role, name]) => ({ role, ...personOf(name) })),
    ...(sides && { handover: sides }),
  };
  const saved = await warehouse.manager.put(`/api/inventories/${body.oid}/frame`, frame);
  expect(saved.status).toBe(200);
  return body.oid;
}

/** Counts the warehouse after the decisive day, with every kind of difference; `later` before each step. */
async function count(
  server: TestServer,
  warehouse: Warehouse,
  { places, note }: Country,
  id: number,
  later: () => void,
): Promise<void> {
  const [hall, shelf] = places;
  await warehouse.put("V-ROLLED", { [shelf]: 9 });
  await warehouse.put("V-GONE", {});
  later();
  await warehouse.move(id, "prepare", "start");
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
    const at = server.appliance.dependencies.clock.iso();
    const operation = { operationId: randomUUID(), kind: "set", at, ...fields };
    const { status } = await client.post(`/api/inventories/${id}/counts`, { operations: [operation] });
    expect(status).toBe(200);
  };
  await send({ code: "V-UNKNOWN", locationId: warehouse.at(hall), quantity: 2 });
  later();
  await warehouse.move(id, "finish");
  const { oid: itemId } = await warehouse.item(id, "V-NEVER");
  await send({ itemId, quantity: 9 });
}

/** Settles the differences, closes the stocktake, signs, adds a correction, and returns the PDFs. */
async function close(warehouse: Warehouse, country: Country, id: number) {
  const { language, committee, handover, cause, correction } = country;
  const { manager } = warehouse;
  for (const [code, settlement] of Object.entries(SETTLED)) {
    const { oid } = await warehouse.item(id, code);
    const body = { itemIds: [oid], settlement, cause: `${cause} (${code})` };
    expect((await manager.put(`/api/inventories/${id}/explain`, body)).status).toBe(204);
  }
  const { oid: counted } = await warehouse.item(id, "V-DOCUMENTS");
  await manager.put(`/api/inventories/${id}/method`, { itemIds: [counted], method: "documents" });
  await warehouse.move(id, "process", "close");
  await sealed(manager, id);
  const signer = handover?.from ?? committee[0]?.[1];
  const { signers } = (await manager.get(`/api/inventories/${id}/addenda`)).body;
  const { position } = signers.find(({ name }: { name: string }) => name === signer);
  const signature = { kind: "signature", person: position, strokes: STROKES };
  for (const addendum of [signature, { kind: "correction", text: correction }])
    expect((await addTo(manager, id, addendum)).status).toBe(201);
  const minutes = await manager.get(`/api/inventories/${id}/report?format=pdf&only=minutes`, {
    "Accept-Language": language,
  });
  return { record: await fileOf(manager, id, "pdf"), minutes: minutes.bytes };
}

/** The text of each page. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  return text.map((page) => page.replace(/\s+/gu, " "));
}

function companyFacts(country: Country): string[] {
  const say = sayIn(country);
  return Object.entries(country.company).map(
    ([name, value]) => `${say(COMPANY.fields[name as keyof Country["company"]].label)} ${value}`,
  );
}

/** What an auditor looks for in the pages of a PDF, by the data of the report. */
function auditorOf(country: Country, pages: readonly string[], report: InventoryReport) {
  const { language, places, committee, handover, purpose, method, article, unit, cause, note } = country;
  const say = sayIn(country);
  const { region } = LOCALES[language];
  const format = { timeZone: "UTC", dateStyle: "medium" } as const;
  const plain = (text: string) => text.replace(/\s+/gu, " ");
  const dayOf = (at: string) => plain(new Intl.DateTimeFormat(region, format).format(new Date(at)));
  const timeOf = (at: string | null) =>
    plain(new Intl.DateTimeFormat(region, { ...format, timeStyle: "short" }).format(new Date(at ?? "")));
  const number = (value: number) => plain(new Intl.NumberFormat(region).format(value));
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  const money = (value: number) => plain(new Intl.NumberFormat(region, decimals).format(value));
  const orDash = (value: number | null, shown: (value: number) => string) =>
    value === null ? "–" : shown(value);
  const unitOf = (code: string | null) => (code === "V-LOSS" ? unit : say(msg("pcs")));
  const whole = pages.join(" ");
  const first = pages[0] ?? "";
  const last = pages.at(-1) ?? "";
  const [hall, shelf] = [places[0], places.join(" / ")];
  const person = (name: string) => `${say(msg("Responsible person"))}: ${name}`;

  const itemOf = (code: string) => report.items.find(({ article: one }) => one.code === code);
  const photoOf = (code: string) => itemOf(code)?.photos[0] ?? "no photo";

  /** What the line of an article says below its name. */
  function detailsOf(code: string): string[] {
    const settlement = SETTLED[code];
    if (settlement !== undefined)
      return [
        `${say(SETTLEMENT_NAMES[settlement])}: ${cause} (${code})`,
        `${say(msg("Settled by"))} Max Dvorak, ${timeOf(itemOf(code)?.explanation?.at ?? null)}`,
        ...(code === "V-DAMAGE" ? [`${say(msg("Photos"))}: ${photoOf(code).slice(0, 16)}…`] : []),
        ...(code === "V-SHORT" ? [person("Uma Svoboda")] : []),
      ];
    const others: Readonly<Record<string, string[]>> = {
      "V-DOCUMENTS": [`${say(msg("Counting method"))}: ${say(METHOD_NAMES.documents)}`],
      "V-GONE": [`${say(msg("Location"))}: ${hall}`, person("Max Dvorak")],
      "V-MOVED": [`${say(msg("found at"))} ${hall}`],
      "V-SAME": [`${say(msg("Serial number"))}: SN-4711`, `${say(msg("Note"))}: ${note}`],
      "V-SCRAP": [say(msg("Marked for disposal"))],
      "V-STRAY": [`${say(msg("found at"))} ${shelf}`, person("Max Dvorak")],
    };
    return others[code] ?? [];
  }

  /** A line of the list as it is read from left to right. */
  const lineOf = (line: number, code: string | null, cells: readonly string[]) =>
    [line, code, article, code, ...detailsOf(code ?? ""), unitOf(code), ...cells].join(" ");

  /** The row below a line, with what was there on the decisive day. */
  const ofDay = (code: string, pieces: number) =>
    [
      say(msg("As of {day}", { day: dayOf(report.asOf?.day ?? "") })),
      say(msg("moved since: {moved}", { moved: "-2" })),
      unitOf(code),
      ...[number(pieces), number(pieces), number(0), "CZK", money(12.5)],
      ...[money(12.5 * pieces), money(12.5 * pieces), money(0)],
    ].join(" ");

  return {
    first,
    last,
    whole,
    say,
    finds(text: string, parts: readonly string[]): void {
      for (const part of parts) expect(text).toContain(plain(part));
    },
    /** The page with a heading, and those after it: a table may go on there. */
    fromHeading: (heading: Message) =>
      pages.slice(pages.findIndex((page) => page.includes(say(heading)))).join(" "),
    hasFeet(sha256: string): void {
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`: ${sha256} `);
        expect(page).toMatch(new RegExp(`\\b${say(msg("Page"))} ${index + 1} / ?${pages.length} `));
        expect(page).toContain(`${country.stocktake} · ${country.company.legalName}`);
      }
    },
    frameFacts(decisiveDay: string): string[] {
      const persons = committee.map(([role, name]) => `${name} (${say(COMMITTEE_ROLE_NAMES[role])})`);
      const sides = Object.entries(handover ?? {}).map(
        ([side, name]) => `${say(HANDOVER_NAMES[side as keyof typeof HANDOVER_NAMES])} ${name}`,
      );
      return [
        `${say(INVENTORY.fields.purpose.label)} ${say(PURPOSE_NAMES[purpose])}`,
        `${say(INVENTORY.fields.decisiveDay.label)} ${dayOf(decisiveDay)}`,
        `${say(msg("Counting method"))} ${say(METHOD_NAMES[method])}`,
        `${say(INVENTORY.fields.committee.label)} ${persons.join("; ")}`,
        ...sides,
        `${say(msg("Locations"))} ${hall}`,
      ];
    },
    times(): string[] {
      const { startedDT, finishedDT, closedDT, firstCountDT, lastCountDT } = report;
      const lastYear = Number(closedDT?.slice(0, 4)) + LAW_YEARS[country.law];
      return [
        `${say(msg("Beginning of the stocktake"))} ${timeOf(startedDT)}, Max Dvorak`,
        `${say(msg("End of the stocktake"))} ${timeOf(finishedDT)}, Max Dvorak`,
        `${say(msg("First and last count"))} ${timeOf(firstCountDT)} – ${timeOf(lastCountDT)}`,
        `${say(msg("Closed"))} ${timeOf(closedDT)}, Max Dvorak`,
        `${say(msg("Keep until"))} ${dayOf(`${lastYear}-12-31`)}`,
      ];
    },
    /** The places with who is responsible for them, and each item, in the order of the list. */
    items(): string[] {
      const rows = [...report.items, ...report.unexpected].map(({ article: { code }, ...item }) => ({
        code,
        number: item.lineNumber,
        place: item.location === null ? "unexpected" : item.location.path,
        cells: [
          number(item.quantity),
          orDash(item.inventoryQuantity, number),
          orDash(item.difference, number),
          "CZK",
          money(item.price),
          money(item.value),
          orDash(item.foundValue, money),
          orDash(item.differenceValue, money),
          ...(item.counted === null ? ["–"] : [item.counted.user?.fullName, timeOf(item.counted.at)]),
        ].map(String),
      }));
      const byCode = rows.toSorted((one, other) => String(one.code).localeCompare(String(other.code)));
      const ordered = [hall, shelf, "unexpected"].flatMap((at) => byCode.filter(({ place }) => place === at));
      expect(ordered.map((row) => row.number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      const gone = ["0", "–", "–", "CZK", money(12.5), money(0), "–", "–", "–"];
      return [
        ...[hall, shelf].map((place) => `${place} · ${person("Max Dvorak")}`),
        ...ordered.map(({ code, cells }, index) => lineOf(index + 1, code, cells)),
        lineOf(ordered.length + 1, "V-GONE", gone),
        ...[ofDay("V-ROLLED", 11), ofDay("V-GONE", 2)],
      ];
    },
    /** The unknown code and the late count. */
    operations(): string[] {
      const [unknown, late] = [report.unknownCodes[0], report.late[0]];
      return [
        `V-UNKNOWN ${hall} 2 ${timeOf(unknown?.at ?? null)} Bo Cerny (PDA 1)`,
        `V-NEVER ${hall} 9 ${unitOf(null)} ${timeOf(late?.at ?? null)} Bo Cerny (PDA 1)`,
      ];
    },
    settlements(): string[] {
      const all = [...report.items, ...report.unexpected];
      const settled = Object.entries(SETTLED).map(([code, settlement]) => {
        const item = all.find((one) => one.article.code === code);
        const [difference, value] = [item?.difference ?? 0, item?.differenceValue ?? 0];
        const name = say(SETTLEMENT_NAMES[settlement]);
        const by = `${say(msg("Settled by"))} Max Dvorak, ${timeOf(item?.explanation?.at ?? null)}`;
        return `${name} ${by} 1 ${unitOf(code)} ${number(difference)} CZK ${money(value)}`;
      });
      const isShort = ({ difference }: { difference: number | null }) => (difference ?? 0) < 0;
      const isMore = ({ difference }: { difference: number | null }) => (difference ?? 0) > 0;
      const sums = [
        { title: msg("All shortages"), some: all.filter(isShort) },
        { title: msg("All surpluses"), some: all.filter(isMore) },
        { title: msg("Total"), some: all.filter((item) => isShort(item) || isMore(item)), isTotal: true },
      ].map(({ title, some, isTotal = false }) => {
        const units = new Map<string, number>();
        for (const { article: one, difference } of some) {
          const own = unitOf(one.code);
          units.set(own, (units.get(own) ?? 0) + (difference ?? 0));
        }
        const ordered = [...units].toSorted(
          ([one], [other]) => Number(one === unit) - Number(other === unit),
        );
        const pieces =
          ordered.length === 1
            ? ordered.map(([own, count]) => `${own} ${number(count)}`)
            : ordered.map(([own, count]) => `${number(count)} ${own}`);
        const value = some.reduce((sum, { differenceValue }) => sum + (differenceValue ?? 0), 0);
        const items = isTotal ? [] : [some.length];
        return [say(title), ...items, ...pieces, "CZK", money(value)].join(" ");
      });
      return [...settled, `${say(msg("Not settled"))} 1 ${unitOf(null)} 4 CZK ${money(50)}`, ...sums];
    },
    /** Who has to sign, in their order: each person once, with all roles. */
    signers(): string[] {
      const lines = new Map([
        ["Max Dvorak", 12],
        ["Uma Svoboda", 1],
      ]);
      const sides = Object.entries(handover ?? {}) as [keyof typeof HANDOVER_NAMES, string][];
      const names = [...sides.map(([, name]) => name), ...committee.map(([, name]) => name), ...lines.keys()];
      return [...new Set(names)].map((name) => {
        const items = lines.get(name);
        const roles = committee.flatMap(([role, own]) => (own === name ? [role] : []));
        const all = new Set([
          ...roles,
          ...(items === undefined ? [] : (["responsible"] as const)),
          // She has counted, whoever was named as counter.
          ...(name === "Uma Svoboda" ? (["counter"] as const) : []),
        ]);
        const [side] = sides.find(([, own]) => own === name) ?? [];
        return [
          side === undefined ? name : `${say(HANDOVER_NAMES[side])}: ${name}`,
          ...[...all].map((role) => say(COMMITTEE_ROLE_NAMES[role])),
          ...(items === undefined ? [] : [`${say(msg("lines", "inventory list"))}: ${items}`]),
        ].join(", ");
      });
    },
    /** The lines for signatures, each with what is below it. */
    signed(): string[] {
      // Without the feet, which are read before the rest of a page: the lines may go on over pages.
      const foot = new RegExp(`^.*? ${say(msg("Page"))} \\d+ / ?\\d+ `);
      const text = pages.map((page) => page.replace(foot, "")).join(" ");
      const [, after = ""] = text.split(` ${say(msg("Signatures"))} `);
      const [lines = ""] = after.split(` ${say(msg("Sealed record"))} `);
      const below = say(msg("name, date, signature"));
      const logins = [
        say(msg("at the person's own login")),
        `${say(msg("at the login of {name}", { name: "Max Dvorak" }))} · ${say(msg("a person without an account"))}`,
      ];
      const addendum = `${say(msg("Addendum"))} 1 · (?:${logins.join("|")})`;
      return lines
        .split(new RegExp(`(?<=${below}|${addendum})(?: |$)`))
        .map((line) => line.trim())
        .filter((line) => line !== "");
    },
  };
}
