import { rm, writeFile } from "node:fs/promises";
import { extractImages, extractText, getDocumentProxy } from "unpdf";
import { expect, onTestFinished, test, vi } from "vitest";
import { recordOverdue } from "../../src/custody/overdue.ts";
import { record as photoRecord } from "../../src/photos/store.ts";
import { createClock } from "../harness/clock.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { createJpeg, type Part, send } from "../photos/uploads.ts";
import { cellsIn } from "../tables/reading.ts";
import { CUSTODIES, SIGNATURE, siteOn } from "./site.ts";

const site = siteOn(sharedServer({ settings: { SITE_TIME_ZONE: "Europe/Prague" } }));

async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}

/** Width and height of the pictures on the first page. */
async function picturesIn(bytes: Buffer): Promise<readonly (readonly number[])[]> {
  const found = await extractImages(await getDocumentProxy(new Uint8Array(bytes)), 1);
  return found.map(({ width, height }) => [width, height]);
}

/** Adds a photo of the condition; resolves to its id. */
async function addPhoto(oid: number, kind: "start" | "end"): Promise<number> {
  const parts: Part[] = [
    ["custodyId", String(oid)],
    ["kind", kind],
    ["photo", { bytes: await createJpeg(), fileName: "x.jpg" }],
  ];
  const { status, body } = await send(site.user, parts, {}, "/api/photocustody");
  expect(status).toBe(201);
  return body.oid;
}

test.each([
  ["en", "Handover protocol", "Signed at the hand-over", "Signed at the return", /Taken back .* by Max/],
  [
    ...(["de", "Übergabeprotokoll", "Bei der Ausgabe unterschrieben"] as const),
    ...(["Bei der Rückgabe unterschrieben", /Zurückgenommen .* von Max/] as const),
  ],
  // “od Max Dvorak” would be the one from whom it is taken.
  ["cs", "Předávací protokol", "Podepsáno při vydání", "Podepsáno při vrácení", /Převzato zpět .*\d, Max/],
  ["sk", "Preberací protokol", "Podpísané pri vydaní", "Podpísané pri vrátení", /Prevzaté späť .*\d, Max/],
] as const)(
  "the protocol of a person is a PDF in %s, with articles, signatures and who took them back",
  async (language, title, signed, signedBack, takenBack) => {
    const articleId = await site.anArticle();
    const { oid } = (await site.handOut(articleId, 3, { note: "a scratch", signature: SIGNATURE })).body;
    const headers = { "Accept-Language": language };
    const response = await site.user.get(`${CUSTODIES}/people/3/protocol`, headers);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const text = await textOf(response.bytes);
    for (const part of [title, signed, "Uma Svoboda", "a scratch"]) expect(text).toContain(part);
    const one = await textOf((await site.user.get(`${CUSTODIES}/${oid}/protocol`, headers)).bytes);
    expect(one).toContain(title);
    expect(one).not.toContain(signedBack);
    await site.takeBack(oid, { note: "dented", signature: SIGNATURE }, site.manager);
    const back = await textOf((await site.manager.get(`${CUSTODIES}/${oid}/protocol`, headers)).bytes);
    for (const part of [signedBack, "dented"]) expect(back).toContain(part);
    expect(back.replace(/\s+/g, " ")).toMatch(takenBack);
  },
);

test.each([
  ["Hebrew with digits", "\u05d0\u05d1 1234 \u05d2", ["\u05d0", "1234"]],
  ["Arabic with digits", "\u0628\u064a\u062a5678", ["5678"]],
  ["what the font lacks", "Saw \u4e2d", ["Saw U+4E2D"]],
])("the protocol is readable for %s", async (_, words, parts) => {
  const articleId = await site.anArticle();
  const { oid } = (await site.handOut(articleId, 2, { note: words })).body;
  const { body } = await site.manager.get(`/api/articles/${articleId}`);
  const article = { code: body.code, name: `Kit ${words}` };
  expect((await site.manager.put(`/api/articles/${articleId}`, article)).status).toBe(200);
  const text = await textOf((await site.manager.get(`${CUSTODIES}/${oid}/protocol`)).bytes);
  // In the table, above the condition, and as the condition.
  for (const part of parts) expect(text.replace(/\s+/g, " ").split(part).length - 1).toBe(3);
});

test("a condition is in the protocol in full: it is what the person signs", async () => {
  const words = Array.from({ length: 600 }, (_, index) => `w${index}`);
  const articleId = await site.anArticle();
  const { oid } = (await site.handOut(articleId, 2, { note: words.join("\n") })).body;
  await site.takeBack(oid, { note: words.map((word) => `x${word}`).join(" ") });
  const text = await textOf((await site.manager.get(`${CUSTODIES}/${oid}/protocol`)).bytes);
  const found = new Set(text.split(/\s+/));
  expect(words.filter((word) => !found.has(word) || !found.has(`x${word}`))).toEqual([]);
});

/** An ended custody with two photos of the condition. */
async function endedWithPhotos() {
  const { oid } = (await site.handOut(await site.anArticle(), 3)).body;
  await site.takeBack(oid);
  const [start, end] = [await addPhoto(oid, "start"), await addPhoto(oid, "end")];
  const protocol = async () => (await site.user.get(`${CUSTODIES}/${oid}/protocol`)).bytes;
  return { start, end, protocol };
}

test("the protocol has the photos of the condition", async () => {
  const { protocol } = await endedWithPhotos();
  expect(await picturesIn(await protocol())).toEqual([
    [64, 48],
    [64, 48],
  ]);
});

test("the protocol says in words that the file of a photo is damaged or missing", async () => {
  const { start, end, protocol } = await endedWithPhotos();
  const { storage, photos } = site.server.appliance.dependencies;
  const file = (photoId: number) =>
    photos.path(photoRecord.first(storage.db, { tenantId: 1, oid: photoId })?.file ?? "");
  expect(file(start)).not.toBe(file(end));
  await writeFile(file(end), "damaged");
  expect(await picturesIn(await protocol())).toEqual([[64, 48]]);
  expect(await textOf(await protocol())).toContain("The photo can't be read.");
  await rm(file(start));
  expect(await picturesIn(await protocol())).toEqual([]);
});

test("a User gets the own protocol only", async () => {
  expect((await site.user.get(`${CUSTODIES}/people/2/protocol`)).status).toBe(403);
  expect((await site.manager.get(`${CUSTODIES}/people/6/protocol`)).status).toBe(404);
  const { oid } = (await site.handOut(await site.anArticle(), 2)).body;
  expect((await site.user.get(`${CUSTODIES}/${oid}/protocol`)).status).toBe(403);
});

test("the protocol and the export name the company", async () => {
  const company = {
    ...{ legalName: "Říční sklad s.r.o.", seat: "Nábřežní 12, Praha" },
    ...{ registrationNumber: "12345678", taxNumber: "CZ12345678" },
  };
  expect((await site.admin.put("/api/company", company)).status).toBe(200);
  await site.handOut(await site.anArticle(), 3);
  const text = await textOf((await site.manager.get(`${CUSTODIES}/people/3/protocol`)).bytes);
  for (const part of Object.values(company)) expect(text).toContain(part);
  const [head, row] = await cellsIn((await site.manager.get("/api/export/custodies")).bytes);
  expect([head?.at(-1), row?.at(-1)]).toEqual(["Company", company.legalName]);
  expect((await site.admin.put("/api/company", {})).status).toBe(200);
});

test("the export has a row for each custody, and no formula", async () => {
  const articleId = await site.anArticle();
  await site.handOut(articleId, 1, { note: "=1+1", dueDate: "2027-03-01" });
  const csv = await site.manager.get("/api/export/custodies?state=open&userId=1");
  const [head, row] = await cellsIn(csv.bytes);
  expect(head?.slice(1, 4)).toEqual(["Code", "Article", "Person"]);
  expect(row?.slice(3, 4)).toEqual(["Ada Novak"]);
  expect(csv.text).toContain("2027-03-01");
  expect(csv.text).not.toMatch(/(^|,)=/m);
  const xlsx = await site.manager.get("/api/export/custodies?format=xlsx");
  expect((await cellsIn(xlsx.bytes)).length).toBeGreaterThan(5);
  expect((await site.user.get("/api/export/custodies")).status).toBe(403);
});

test("the photo of the condition is a photo of the article, until it is deleted", async () => {
  const articleId = await site.anArticle();
  const { oid } = (await site.handOut(articleId, 3)).body;
  const parts: Part[] = [
    ["custodyId", String(oid)],
    ["kind", "end"],
    ["photo", { bytes: await createJpeg(), fileName: "x.jpg" }],
  ];
  const add = (as = site.user) => send(as, parts, {}, "/api/photocustody");
  expect((await add()).status).toBe(400);
  await site.takeBack(oid);
  const photo = await add();
  expect(photo.status).toBe(201);
  const read = async () => (await site.user.get(`${CUSTODIES}/${oid}`)).body;
  expect(await read()).toMatchObject({ startPhotoId: null, endPhotoId: photo.body.oid });
  expect((await site.user.get(`/api/photoarticle/${articleId}`)).body).toHaveLength(1);
  // Evidence: only a Manager replaces it.
  expect((await add()).status).toBe(400);
  const later = await add(site.manager);
  expect(await read()).toMatchObject({ endPhotoId: later.body.oid });
  await site.manager.delete(`/api/photos/${later.body.oid}`);
  expect(await read()).toMatchObject({ endPhotoId: null });
});

test("an overdue article has one event for each due date, after the day at the site", async () => {
  const clock = createClock(Date.parse("2030-11-30T22:30:00Z"));
  const late = siteOn(await startServer({ clock, settings: { SITE_TIME_ZONE: "Europe/Prague" } }));
  const { oid } = (await late.handOut(await late.anArticle(), 3, { dueDate: "2030-11-30" })).body;
  const { storage, config } = late.server.appliance.dependencies;
  const check = () => storage.write(null, (tx) => recordOverdue(tx, config.timeZone, 50));
  expect(await check()).toBe(0);
  clock.advance(3_600_000);
  expect(await check()).toBe(1);
  expect(await check()).toBe(0);
  await late.manager.put(`${CUSTODIES}/${oid}`, { dueDate: "2030-11-29" });
  expect(await check()).toBe(1);
  expect(late.events().filter((type) => type === "custody.overdue")).toHaveLength(2);
  await late.server.stop();
});

test("the export reads its pages in the reader thread: one that few custodies match reads all of them", async () => {
  const { reader } = site.server.appliance.dependencies.storage;
  const rows = vi.spyOn(reader, "rows");
  onTestFinished(() => rows.mockRestore());
  const { text } = await site.manager.get("/api/export/custodies?q=nothing-has-this");
  expect(text.trimEnd().split("\n")).toHaveLength(1);
  expect(rows.mock.calls.some(([{ sql }]) => sql.includes('from "custody"'))).toBe(true);
});
