import { createHash } from "node:crypto";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { msg } from "../../src/domain/message.ts";
import type { Locale } from "../../src/i18n/locales.ts";
import { textIn } from "../../src/i18n/text.ts";
import { updateTable } from "../../src/storage/database/table-statements.ts";
import { pdfText } from "../harness/pdf.ts";
import { sealed } from "../inventories/seal/closed.ts";
import { filesOf } from "../inventories/seal/zip-files.ts";
import { cellsIn } from "../tables/reading.ts";
import { CERTIFICATE, tickedIn } from "../web/story/law/law-table.ts";
import { DAY_MS, HOUR_MS, startPlanServer } from "./plans-server.ts";

// The certificate of a closed stocktake of a sample by value.

const ARTICLES = 80;
const SAMPLE = 72;
const COMPANY = {
  legalName: "Donaudampfschifffahrtsgesellschaftslagerhausbetriebe GmbH & Co. Kommanditgesellschaft",
  seat: "Hafenstraße 21, 93047 Regensburg",
  registrationNumber: "HRB 4711",
};
const COMMITTEE = [
  { role: "chair", name: "Annegret Müller-Lüdenscheidt, Leiterin des Rechnungswesens" },
  { role: "member", name: "Jan Weiß" },
];

/**
 * The stocktake of a sample by value, which a plan has made: of 80 articles with 100 pieces, one much dearer than the others. `cancelled`: so
 * many stocktakes of the plan before it were cancelled.
 */
async function madeSample(cancelled = 0) {
  const plans = await startPlanServer();
  for (let n = 1; n <= ARTICLES; n++)
    await plans.warehouse.article(`T${n}`, { A: 100 }, { price: n === 1 ? 1000 : 20 + n / 4 });
  await plans.warehouse.manager.put(`/api/articles/${plans.warehouse.id("T1")}/full`, { unit: "kg" });
  await plans.warehouse.article("Worthless", { A: 5 }, { price: 0 });
  await plans.warehouse.article("Elsewhere", { B: 5 }, { price: 1 });
  const locationIds = [plans.warehouse.at("A")];
  await plans.plan({ selection: { kind: "valueSample", limit: SAMPLE, locationIds } });
  plans.clock.advance(HOUR_MS);
  for (let earlier = 0; earlier < cancelled; earlier++) {
    const made = (await plans.settled(earlier + 1)).at(-1);
    await plans.warehouse.move(made?.inventory.oid ?? 0, "cancel");
    plans.clock.advance(DAY_MS);
  }
  const run = (await plans.settled(cancelled + 1)).at(-1);
  const oid = run?.inventory.oid ?? 0;
  const warehouse = plans.warehouse.on(plans.server);
  const { manager } = warehouse;
  return {
    ...{ server: plans.server, clock: plans.clock, seed: run?.seed ?? "", oid, warehouse, manager },
    certificate: (query = "", headers = {}) =>
      manager.get(`/api/inventories/${oid}/certificate${query}`, headers),
    async population() {
      const { bytes } = await manager.get(`/api/inventories/${oid}/population`);
      const [head = [], ...rows] = await cellsIn(bytes);
      return rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at] ?? ""])));
    },
  };
}
type Made = Awaited<ReturnType<typeof madeSample>>;

/** Counts the sample and closes it; so many records, not the dearest, are short of a piece. `left`: so many are not counted. */
async function close({ warehouse, manager, oid }: Made, short: number, left = 0): Promise<void> {
  await warehouse.move(oid, "start");
  const { body } = await manager.get(`/api/inventories/${oid}/items`);
  const items: { oid: number; price: number }[] = body;
  for (const [index, item] of items.toSorted((one, other) => one.price - other.price).entries()) {
    const inventoryQuantity = index < short ? 99 : 100;
    if (index < items.length - left)
      await warehouse.user.put("/api/inventories/items/update", { oid: item.oid, inventoryQuantity });
  }
  await warehouse.move(oid, "finish", "process", "close");
}

test("the certificate's estimate follows from the population list and the counts, and is a PDF in each language", async () => {
  const made = await madeSample();
  const population = await made.population();
  await close(made, 30);
  const { body } = await made.certificate();
  expect(body).toMatchObject({
    noCertificate: null,
    seed: made.seed,
    sample: SAMPLE,
    population: ARTICLES + 1,
  });
  // By hand: the cheapest 30 of the sample are short of a piece.
  const drawn = population.filter((row) => row["Drawn"] === "TRUE");
  const cheapest = drawn.map((row) => Number(row["Price"])).sort((one, other) => one - other);
  const limit = cheapest[29] ?? 0;
  let [value, corrected] = [0, 0];
  for (const number of new Set(population.map((row) => row["Stratum"]))) {
    const all = population.filter((row) => row["Stratum"] === number);
    const sampled = all.filter((row) => row["Drawn"] === "TRUE");
    value += all.reduce((sum, row) => sum + Number(row["Value"]), 0);
    const differences = sampled.map((row) => (Number(row["Price"]) <= limit ? -Number(row["Price"]) : 0));
    if (sampled.length > 0)
      corrected += (all.length / sampled.length) * differences.reduce((sum, one) => sum + one, 0);
  }
  const { bookValue, differenceEstimate, differences, strata } = body.value;
  expect(bookValue).toBeCloseTo(value);
  expect(differenceEstimate.estimate).toBeCloseTo(value + corrected);
  expect(differenceEstimate.precision).toBeLessThan(0.01);
  expect(differences).toBe(30);
  // The dearest ones, each worth the sampling interval of the others, are none of the 30.
  expect(strata[0]).toMatchObject({ records: 35, sample: 35, counted: 35, differences: 0 });
  expect(strata.at(-1)).toMatchObject({ records: 1, bookValue: 0, sample: 0 });
});

const LANGUAGES = { en: "28 Feb 2032", cs: "28. 2. 2032", de: "28.02.2032", sk: "28. 2. 2032" };

/** A text with its place: points from the left and from the bottom. */
interface PageText {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** A closed sample of a company with a committee, and the texts of its certificate. */
async function certifiedSample() {
  const made = await madeSample();
  expect((await made.server.admin.put("/api/company", COMPANY)).status).toBe(200);
  const frame = { purpose: "yearEnd", decisiveDay: "2032-02-28", method: "physical", committee: COMMITTEE };
  expect((await made.manager.put(`/api/inventories/${made.oid}/frame`, frame)).status).toBe(200);
  await close(made, 30);
  const { quantile } = (await made.certificate()).body.value.differenceEstimate;
  const certificate = async (language: string) => {
    const { headers, bytes } = await made.certificate("?format=pdf", { "Accept-Language": language });
    expect(headers.get("content-type")).toBe("application/pdf");
    const document = await getDocumentProxy(new Uint8Array(bytes));
    const texts: PageText[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      const { items } = await (await document.getPage(page)).getTextContent();
      for (const item of items)
        if ("str" in item && item.str.trim() !== "")
          texts.push({ text: item.str, page, x: Number(item.transform[4]), y: Number(item.transform[5]) });
    }
    return texts;
  };
  return { certificate, quantile: Number(quantile) };
}
const joined = (texts: readonly { readonly text: string }[]) =>
  texts
    .map(({ text }) => text)
    .join(" ")
    .replace(/\s+/gu, " ");

test("the certificate names the company, the decisive day and the committee, which signs it", async () => {
  const { certificate } = await certifiedSample();
  for (const [language, day] of Object.entries(LANGUAGES) as [Locale, string][]) {
    const text = joined(await certificate(language));
    for (const part of [COMPANY.seat, COMPANY.registrationNumber, day, "Jan Weiß"])
      expect(text).toContain(part);
    expect(text.replaceAll(" ", "")).toContain(COMPANY.legalName.replaceAll(" ", ""));
    // On the day before the draw.
    expect(text).toContain(textIn(msg("This is the value at the draw, not on the decisive day."), language));
    // In the facts, and at the line for the signature.
    expect(text.split("Jan Weiß"), language).toHaveLength(3);
  }
});

test("a certificate has what the table of legal.md ticks", async () => {
  const { certificate } = await certifiedSample();
  for (const language of ["en", "cs", "de", "sk"] as const) {
    const ticked = tickedIn(language).filter(({ places }) =>
      places.some((place) => place.kind === "heading" && place.heading === textIn(CERTIFICATE, language)),
    );
    const labels = ticked.flatMap((row) => row.labels);
    expect(labels, language).toHaveLength(2);
    const text = joined(await certificate(language));
    for (const label of labels) expect(text, language).toContain(label);
  }
});

test("a certificate has the decimal signs of its language", async () => {
  const { certificate, quantile } = await certifiedSample();
  for (const [language, sign] of Object.entries({ en: ".", cs: ",", de: ",", sk: "," })) {
    const text = joined(await certificate(language));
    expect(text).toMatch(new RegExp(`\\d\\${sign}\\d\\d\\b`));
    expect(text, language).toContain(` ${String(quantile).replace(".", sign)}`);
  }
});

test("no text of a certificate is written over another", async () => {
  const { certificate } = await certifiedSample();
  for (const language of Object.keys(LANGUAGES)) {
    const columns = Map.groupBy(await certificate(language), ({ page, x }) => `${page} ${x}`);
    for (const texts of columns.values()) {
      const downwards = texts.toSorted((one, other) => other.y - one.y);
      for (const [index, { text, y }] of downwards.entries())
        expect(y - (downwards[index + 1]?.y ?? 0), `${language}: ${text}`).toBeGreaterThan(6);
    }
  }
});

test("the archive of the year has the certificate and the population list", async () => {
  const made = await madeSample();
  await close(made, 30);
  await sealed(made.manager, made.oid);
  const { bytes } = await made.manager.get("/api/seals/archive?year=2032");
  const files = await filesOf(bytes);
  const path = `stocktake-${made.oid}`;
  const text = await pdfText(files.get(`${path}/certificate.pdf`) ?? Buffer.alloc(0));
  expect(text).toContain("Certificate of the value by sample");
  const list = await made.manager.get(`/api/inventories/${made.oid}/population`);
  expect(files.get(`${path}/population.csv`)?.equals(list.bytes)).toBe(true);
});

test("without a certificate the archive has the population list alone", async () => {
  const made = await madeSample();
  await close(made, 3);
  await sealed(made.manager, made.oid);
  const files = await filesOf((await made.manager.get("/api/seals/archive?year=2032")).bytes);
  const own = [...files.keys()].filter((name) => /certificate|population/.test(name));
  expect(own).toEqual([`stocktake-${made.oid}/population.csv`]);
});

test("the sample is drawn again from the population list, which stays as it was at the draw", async () => {
  const made = await madeSample();
  const population = await made.population();
  expect(population.map((row) => row["Code"])).not.toContain("Elsewhere");
  for (const number of new Set(population.map((row) => row["Stratum"]))) {
    const ranked = population
      .filter((row) => row["Stratum"] === number)
      .map((row) => {
        const text = `${made.seed}:${row["Article number"]}:${row["Location number"]}`;
        return { ...row, rank: createHash("sha256").update(text).digest("hex") };
      })
      .sort((one, other) => (one.rank < other.rank ? -1 : 1));
    expect(ranked.map((row) => row["Rank (SHA-256)"])).toEqual(ranked.map(({ rank }) => rank));
    const size = ranked.filter((row) => row["Drawn"] === "TRUE").length;
    expect(ranked.map((row) => row["Drawn"])).toEqual(ranked.map((_, at) => (at < size ? "TRUE" : "FALSE")));
  }
  const { warehouse, manager } = made;
  await manager.put(`/api/articles/${warehouse.id("T2")}/full`, { name: "Renamed", price: 1 });
  await warehouse.put("T3", { A: 1 });
  expect(await made.population()).toEqual(population);
});

test("each row of the population list has the unit of the draw, the company and the decisive day", async () => {
  const made = await madeSample();
  const { server, clock, warehouse, manager } = made;
  clock.advance(HOUR_MS);
  expect((await server.admin.put("/api/company", COMPANY)).status).toBe(200);
  const frame = { purpose: "yearEnd", decisiveDay: "2032-02-28", method: "physical", committee: [] };
  expect((await manager.put(`/api/inventories/${made.oid}/frame`, frame)).status).toBe(200);
  for (const code of ["T2", "T3"])
    expect(
      (await manager.put(`/api/articles/${warehouse.id(code)}/full`, { unit: `${code} later` })).status,
    ).toBe(200);
  const units = (await made.population()).map((row) => [row["Code"], row["Unit"]]);
  expect(units).toHaveLength(ARTICLES + 1);
  for (const [code, unit] of units) expect(unit, String(code)).toBe(code === "T1" ? "kg" : "pcs");
  const constant = (await made.population()).map((row) => [row["Company"], row["Decisive day"]]);
  for (const row of constant) expect(row).toEqual([COMPANY.legalName, "2032-02-28"]);
});

test("fewer than 20 differences make no certificate, and the document's refusal says so", async () => {
  const made = await madeSample();
  await close(made, 19);
  const { body } = await made.certificate();
  expect(body).toMatchObject({
    noCertificate: "fewDifferences",
    value: { differences: 19, differenceEstimate: null },
  });
  const refused = await made.certificate("?format=pdf");
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("fewer than 20 differences");
});

test("a record of the sample that was not counted makes no certificate", async () => {
  const made = await madeSample();
  await close(made, 30, 1);
  expect((await made.certificate()).body.noCertificate).toBe("notCounted");
});

test("the certificate says which draw of its plan it is, and how many before were cancelled", async () => {
  const made = await madeSample(1);
  await close(made, 30);
  expect((await made.certificate()).body).toMatchObject({
    noCertificate: null,
    draw: { number: 2, cancelled: 1 },
  });
  for (const language of Object.keys(LANGUAGES) as Locale[]) {
    const { bytes } = await made.certificate("?format=pdf", { "Accept-Language": language });
    const text = (await pdfText(bytes)).replace(/\s+/gu, " ");
    expect(text).toContain(`${textIn(msg("Draw of this count plan, without other plans"), language)} 2`);
    expect(text).toContain(`${textIn(msg("Earlier draws, cancelled"), language)} 1`);
  }
});

test("the certificate says until when it is to be kept", async () => {
  const made = await madeSample();
  expect((await made.server.admin.put("/api/company", { ...COMPANY, retentionYears: 10 })).status).toBe(200);
  await close(made, 30);
  const text = await pdfText((await made.certificate("?format=pdf")).bytes);
  const year = new Date(made.clock.now()).getUTCFullYear() + 10;
  expect(text).toContain(`Keep until 31 Dec ${year}`);
});

test("a draw of a plan is a stocktake of which a sample was drawn", async () => {
  const plans = await startPlanServer();
  const { warehouse } = plans;
  const { manager } = plans.server;
  await warehouse.article("T1", { A: 1 }, { price: 5 });
  const planId = await plans.plan();
  plans.clock.advance(HOUR_MS);
  const move = async (count: number, ...steps: string[]) => {
    const { oid = 0 } = (await plans.settled(count)).at(-1)?.inventory ?? {};
    await warehouse.move(oid, ...steps);
    return oid;
  };
  await move(1, "cancel");
  const { counter: _, oid: __, ...plan } = (await manager.get(`/api/count-plans/${planId}`)).body;
  const selection = { kind: "valueSample", limit: 1, locationIds: [warehouse.at("A")] };
  expect((await manager.put(`/api/count-plans/${planId}`, { ...plan, selection })).status).toBe(200);
  plans.clock.advance(DAY_MS);
  const oid = await move(2, "start", "finish", "process", "close");
  plans.clock.advance(DAY_MS);
  await move(3, "cancel");
  const { body } = await manager.get(`/api/inventories/${oid}/certificate`);
  expect(body.draw).toEqual({ number: 1, cancelled: 0 });
});

const unfix = updateTable("inventorySample", { to: { fixedDT: null }, where: ["inventoryId"] });

test("a seed that the plan did not store before the draw makes no certificate", async () => {
  const made = await madeSample();
  await close(made, 30);
  await made.server.appliance.dependencies.storage.write(1, (tx) => {
    unfix.run(tx, { inventoryId: made.oid });
  });
  expect((await made.certificate()).body).toMatchObject({
    noCertificate: "seedNotFixed",
    value: { differenceEstimate: null },
  });
});

test("a sample by value needs the certificate's confidence and margin, and prices in one currency", async () => {
  const { server, warehouse } = await startPlanServer();
  const ask = async (selection: object) =>
    (
      await server.manager.post("/api/count-plans/selection", {
        selection: { kind: "valueSample", ...selection },
      })
    ).body;
  const sample = { confidence: 0.95, margin: 1, expectedAccuracy: 95 };
  expect((await ask({})).errors).toMatchObject([{ path: "selection.sample" }]);
  for (const [field, value] of [
    ["confidence", 0.9],
    ["margin", 2],
  ] as const)
    expect((await ask({ sample: { ...sample, [field]: value } })).errors).toMatchObject([
      { path: `selection.sample.${field}` },
    ]);
  const locationIds = [warehouse.at("A")];
  const add = async (code: string, currencyTypeId: number) =>
    server.manager.put(`/api/articles/${await warehouse.article(code, { A: 2 }, { price: 5 })}/full`, {
      currencyTypeId,
    });
  await add("T1", 1);
  expect(await ask({ sample, locationIds })).toEqual({ count: 1 });
  await add("T2", 2);
  expect((await ask({ sample, locationIds })).errors).toMatchObject([{ path: "selection.locationIds" }]);
});

test("a sample by value needs one currency of what is worth something, where none counts as another", async () => {
  const { server, warehouse } = await startPlanServer();
  const sample = { confidence: 0.95, margin: 1, expectedAccuracy: 95 };
  const ask = async (...names: string[]) => {
    const locationIds = names.map(warehouse.at);
    const selection = { kind: "valueSample", sample, locationIds };
    return (await server.manager.post("/api/count-plans/selection", { selection })).status;
  };
  const add = async (code: string, at: string, price: number, currencyTypeId: number) =>
    server.manager.put(`/api/articles/${await warehouse.article(code, { [at]: 2 }, { price })}/full`, {
      currencyTypeId,
    });
  await add("T1", "A", 5, 1);
  await warehouse.article("T2", { B: 2 }, { price: 5 });
  await add("T3", "C", 0, 2);
  expect(await ask("A", "B")).toBe(400);
  expect(await ask("A", "C")).toBe(200);
  expect(await ask("B", "C")).toBe(200);
});

test("a stocktake of no sample by value has no population list", async () => {
  const { warehouse } = await startPlanServer();
  await warehouse.article("T1", { A: 1 });
  const id = await warehouse.stocktake(["A"]);
  expect((await warehouse.manager.get(`/api/inventories/${id}/population`)).status).toBe(400);
});
