import { createHash, generateKeyPairSync } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { makeReports } from "../../../src/inventories/report/download/report-stream.ts";
import { publicKeyOf } from "../../../src/inventories/seal/key.ts";
import { endOf, makeSeal } from "../../../src/inventories/seal/seal-file.ts";
import { archiveOf as archiveOfYear } from "../../../src/inventories/sealing/archive.ts";
import { INSTALL_FOLDER } from "../../../src/ops/installation.ts";
import { markAsSample, removeMarks } from "../../../src/sample/records.ts";
import { deleteFrom } from "../../../src/storage/database/table-statements.ts";
import { createClock } from "../../harness/clock.ts";
import { pdfText } from "../../harness/pdf.ts";
import { sharedServer, startServer, type TestServer } from "../../harness/server.ts";
import { createJpeg, upload, uploadOfCode } from "../../photos/uploads.ts";
import { sendOne } from "../count-requests.ts";
import { createWarehouse } from "../stocktake.ts";
import { addendumOf, addTo } from "./addenda.ts";
import { fileOf, sealed } from "./closed.ts";
import { verify } from "./run-verify.ts";
import { archiveOf, filesOf } from "./zip-files.ts";

// The archive of a year: all records that were closed in it, which can be checked without the server.

const clock = createClock(Date.parse("2030-06-01T10:00:00.000Z"));
const SETTINGS = { SITE_TIME_ZONE: "Europe/Prague" };
const server = sharedServer({ settings: SETTINGS, clock });
let ids: number[];
let lastYear: number;
let key: string;
let archive: Buffer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  const first = await close("First", true);
  ids = [first, await close("Druhá", false)];
  await addTo(server.manager, first, { kind: "correction", text: "It was 4." });
  // In UTC it is 2030 still.
  clock.setSystemTime(Date.parse("2030-12-31T23:30:00.000Z"));
  lastYear = await close("Last", false);
  const { body } = await server.manager.get(`/api/inventories/${ids[0]}/seal`);
  key = body.files[0].publicKey;
  archive = (await server.manager.get("/api/seals/archive?year=2030")).bytes;
  files = await filesOf(archive);
});

/** Closes a stocktake, with photos of an item and of an unknown code; returns its id. */
async function close(name: string, hasPhotos: boolean): Promise<number> {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation(`Hall ${name}`);
  await warehouse.article(`SAW ${name}`, { [`Hall ${name}`]: 7 });
  const id = await warehouse.stocktake([`Hall ${name}`], { name });
  const { oid } = await warehouse.count(id, `SAW ${name}`, 3);
  if (hasPhotos) {
    await upload(server.user, oid, await createJpeg());
    const unknown = { code: "NOBODY", quantity: 1, locationId: warehouse.at(`Hall ${name}`) };
    const { operationId } = await sendOne(server.user, id, unknown);
    await uploadOfCode(server.user, operationId);
  }
  await warehouse.move(id, "finish", "process", "close");
  await sealed(server.manager, id);
  return id;
}

const pathOf = (end: RegExp, of = files) => {
  const path = [...of.keys()].find((name) => end.test(name));
  if (path === undefined) throw new Error(`no file is called ${end}`);
  return path;
};
/** The archive with other files. */
const changed = (change: (of: Map<string, Buffer>) => void) => {
  const copy = new Map(files);
  change(copy);
  return archiveOf(copy);
};
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("the years are those of the close in the site's time zone, newest first", async () => {
  const { body } = await server.manager.get("/api/seals/archive");
  expect(body).toEqual([
    { year: 2031, stocktakes: 1, unsealed: [], bytes: expect.any(Number) },
    { year: 2030, stocktakes: 2, unsealed: [], bytes: expect.any(Number) },
  ]);
});

test("the size of a year is that of its records, addenda and photos", async () => {
  const { body } = await server.manager.get("/api/seals/archive");
  const own = [...files].filter(([name]) => name.startsWith("stocktake-") && !name.endsWith("minutes.pdf"));
  expect(body[1].bytes).toBe(own.reduce((sum, [, { length }]) => sum + length, 0));
});

test("it has both files of each record, byte for byte", async () => {
  for (const id of ids)
    for (const format of ["json", "pdf"] as const)
      expect(
        files.get(`stocktake-${id}/record.${format}`)?.equals(await fileOf(server.manager, id, format)),
      ).toBe(true);
  expect(files.has(`stocktake-${lastYear}/record.json`)).toBe(false);
});

test("it has the photos of items and of unknown codes, and the README names the stocktakes", () => {
  expect(
    files
      .get(pathOf(/photos\/item-\d+-\d+\.jpg$/))
      ?.subarray(0, 2)
      .toString("hex"),
  ).toBe("ffd8");
  expect(
    files
      .get(pathOf(/photos\/code-[0-9a-f-]{36}-\d+\.jpg$/))
      ?.subarray(0, 2)
      .toString("hex"),
  ).toBe("ffd8");
  expect(files.get("README.txt")?.toString()).toContain(`stocktake-${ids[1]}: Druhá, 2030-06-01`);
});

test("the README names the program where an installation has it", () => {
  const command = `  ${INSTALL_FOLDER}/current/scripts/verify-record ARCHIVE.zip --key PUBLIC_KEY\n`;
  expect(files.get("README.txt")?.toString()).toContain(command);
});

test("it has the addenda, each as its own file", async () => {
  const [id = 0] = ids;
  const file = files.get(`stocktake-${id}/addendum-1.json`);
  expect(file?.equals(await addendumOf(server.manager, id, 1))).toBe(true);
});

test("it has the public key, and a hash of every other file", () => {
  expect(files.get("public-key.txt")?.toString()).toBe(`${key}\n`);
  const sums = files.get("SHA256SUMS")?.toString() ?? "";
  const lines = [...files].flatMap(([name, bytes]) =>
    name === "SHA256SUMS" ? [] : [`${sha256(bytes)}  ${name}`],
  );
  expect(sums.split("\n").slice(0, lines.length)).toEqual(lines);
});

test("it has the minutes with the addenda, and who made them", async () => {
  const [id = 0] = ids;
  const text = await pdfText(files.get(`stocktake-${id}/minutes.pdf`) ?? Buffer.alloc(0));
  expect(text).toMatch(
    /Minutes of the stocktake First .* Created 1 Jan 2031, 00:30, Max Dvorak .*It was 4\./,
  );
});

test("its minutes have the addenda that it has, without one that is added while it is sent", async () => {
  const copy = await startServer({ from: server.folder, settings: SETTINGS, clock });
  const [id = 0] = ids;
  const { dependencies } = copy.appliance;
  const reports = makeReports(dependencies.storage);
  const documents = { reports, madeBy: "", now: clock.iso(), timeZone: SETTINGS.SITE_TIME_ZONE };
  const open = await archiveOfYear(dependencies, documents, 1, 2030);
  expect((await addTo(copy.manager, id, { kind: "correction", text: "It was 5." })).status).toBe(201);
  const own = await filesOf(await buffer(open()));
  expect(own.has(`stocktake-${id}/addendum-2.json`)).toBe(false);
  const text = await pdfText(own.get(`stocktake-${id}/minutes.pdf`) ?? Buffer.alloc(0));
  expect(text).toContain("It was 4.");
  expect(text).not.toContain("It was 5.");
});

test("altered minutes are told", async () => {
  const path = `stocktake-${ids[0]}/minutes.pdf`;
  const altered = await changed((of) => of.set(path, Buffer.from("another")));
  const { status, output } = await verify(altered, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`CHANGED: ${path}`)]);
});

test("it is a file to save", async () => {
  const { headers } = await server.manager.get("/api/seals/archive?year=2030");
  expect(headers.get("content-disposition")).toContain("stocktakes-2030.zip");
});

test("it is in the security log as an export", async () => {
  await server.manager.get("/api/seals/archive?year=2031");
  const { body } = await server.admin.get("/api/security-events?limit=20");
  expect(body.map((event: { details: unknown }) => event.details)).toContainEqual({
    table: "records",
    format: "zip",
    year: 2031,
  });
});

test.each([
  ["an empty year", "2029", 404, "No stocktake with a sealed record was closed in 2029."],
  ["no year", "x", 400, '"year" must be a whole number.'],
  ["a year out of range", "99999", 400, '"year" must be 1 to 9,999.'],
])("%s is refused", async (_, year, status, message) => {
  const response = await server.manager.get(`/api/seals/archive?year=${year}`);
  expect([response.status, response.body.message]).toEqual([status, message]);
});

test("another tenant has no year of it", async () => {
  expect((await server.admin2.get("/api/seals/archive")).body).toEqual([]);
  expect((await server.admin2.get("/api/seals/archive?year=2030")).status).toBe(404);
});

test("an interrupted download harms nothing", async () => {
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/seals/archive?year=2030`, {
    headers: { authorization: `Bearer ${await server.tokenOf("manager")}` },
    signal: stop.signal,
  });
  await response.body?.getReader().read();
  stop.abort();
  expect((await server.manager.get("/api/seals/archive?year=2030")).bytes.equals(archive)).toBe(true);
});

/** A copy of the server that lacks the seal of a file, some minutes later. */
async function unsealedCopy(inventoryId: number, format: "json" | "pdf", minutes = 0): Promise<TestServer> {
  const later = createClock(clock.now() + minutes * 60_000);
  const copy = await startServer({ from: server.folder, settings: SETTINGS, clock: later });
  await copy.appliance.dependencies.storage.write(1, (tx) => {
    // Seals of sample data alone can be removed.
    markAsSample(tx, 1, "inventory", inventoryId);
    unseal.run(tx, { tenantId: 1, inventoryId, format });
    removeMarks(tx, 1);
  });
  return copy;
}

test("it waits for a record of the last hour that is not sealed yet", async () => {
  const copy = await unsealedCopy(lastYear, "pdf", 59);
  const { status, headers } = await copy.manager.get("/api/seals/archive?year=2031");
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
});

test("it waits for no record that is not sealed after an hour", async () => {
  const copy = await unsealedCopy(lastYear, "pdf", 61);
  expect((await copy.manager.get("/api/seals/archive?year=2031")).status).toBe(200);
});

test.each([
  ["within an hour", 59, false],
  ["after an hour", 61, true],
])("a record that is not sealed %s", async (_, minutes, isOverdue) => {
  const copy = await unsealedCopy(lastYear, "pdf", minutes);
  const { body } = await copy.manager.get(`/api/inventories/${lastYear}/seal`);
  expect(body).toMatchObject({ state: "making", isOverdue, files: [{ format: "json" }] });
});

test("without an older record that is not sealed it has the others, and says so", async () => {
  const [id = 0, other] = ids;
  const copy = await unsealedCopy(id, "pdf");
  const years = (await copy.manager.get("/api/seals/archive")).body;
  expect(years[1].unsealed).toEqual([{ oid: id, name: "First" }]);
  expect(years[0].unsealed).toEqual([]);
  const { status, bytes } = await copy.manager.get("/api/seals/archive?year=2030");
  expect(status).toBe(200);
  const own = await filesOf(bytes);
  const missing = `stocktake-${id}/record.pdf`;
  expect([...own.keys()].toSorted()).toEqual([...files.keys()].filter((name) => name !== missing).toSorted());
  expect(own.get("README.txt")?.toString()).toMatch(new RegExp(`could not seal these files[^]*${missing}`));
  expect(own.get("SHA256SUMS")?.toString()).toContain(`${"0".repeat(64)}  ${missing}`);
  const { status: found, output } = await verify(bytes, "record", "--key", key);
  expect([found, output]).toEqual([1, expect.stringContaining(`MISSING: ${missing}`)]);
  expect(output).toContain(`Sound: stocktake-${other}`);
});

const unseal = deleteFrom("inventorySeal", ["tenantId", "inventoryId", "format"]);

test("an unchanged archive is genuine, and each record is named", async () => {
  const { status, output } = await verify(archive, "record", "--key", key);
  expect([status, output]).toEqual([0, expect.stringContaining(`GENUINE: all ${files.size} files`)]);
  expect(output).toContain(`Sound: stocktake-${ids[0]} (photos: 2)`);
  expect(output).toMatch(
    new RegExp(`Addendum 1 of stocktake ${ids[0]}, First: correction, .*, at the login of Max Dvorak`),
  );
  expect(output).toContain(`Sound: stocktake-${ids[1]} (photos: 0)`);
});

test("so is one that was packed anew", async () => {
  expect((await verify(await archiveOf(files), "record", "--key", key)).status).toBe(0);
});

test("another name in the header before a file is told", async () => {
  const path = `stocktake-${ids[0]}/record.json`;
  const renamed = Buffer.from(archive);
  const at = renamed.indexOf(path);
  // The signature of the header (APPNOTE 4.3.7).
  expect(renamed.readUInt32LE(at - 30)).toBe(0x04034b50);
  renamed.write(path.replace("record", "recall"), at);
  const { status, output } = await verify(renamed, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`CHANGED: ${path}`)]);
});

test("a file that other programs unpack by another name is told", async () => {
  const path = `stocktake-${ids[0]}/record.json`;
  const other = path.replace("record", "recall");
  const renamed = Buffer.from(archive);
  renamed.write(other, renamed.indexOf(path));
  const end = renamed.length - 22;
  const name = renamed.indexOf(path, renamed.readUInt32LE(end + 16));
  renamed.write(other, name);
  // The name that the server gave, in the field that few programs read (APPNOTE 4.6.9).
  const field = Buffer.alloc(9 + path.length);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(field.length - 4, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(other), 5);
  field.write(path, 9);
  // The lengths of the file's fields and of the directory (APPNOTE 4.3.12, 4.3.16).
  renamed.writeUInt16LE(renamed.readUInt16LE(name - 16) + field.length, name - 16);
  renamed.writeUInt32LE(renamed.readUInt32LE(end + 12) + field.length, end + 12);
  const behind = name + path.length;
  const longer = Buffer.concat([renamed.subarray(0, behind), field, renamed.subarray(behind)]);
  expect([...(await filesOf(longer)).keys()]).toContain(path);
  const { status, output } = await verify(longer, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`CHANGED: ${path}`)]);
});

/** The archive with bytes before its directory that this does not name. */
function withHidden(hidden: Buffer): Buffer {
  const end = archive.length - 22;
  // The end of the directory, and the offset of the directory in it (APPNOTE 4.3.16).
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const directory = archive.readUInt32LE(end + 16);
  const longer = Buffer.concat([archive.subarray(0, directory), hidden, archive.subarray(directory)]);
  longer.writeUInt32LE(directory + hidden.length, end + hidden.length + 16);
  return longer;
}

test("a file that only a program that unpacks a stream sees is told", async () => {
  const other = await archiveOf([["stocktake-1/record.json", Buffer.from("{}")]]);
  const hidden = other.subarray(0, other.readUInt32LE(other.length - 6));
  const { status, output } = await verify(withHidden(hidden), "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining("ADDED: the archive has data")]);
});

test("data behind the compressed content of a file is told", async () => {
  const name = "README.txt";
  const packed = await archiveOf([...files].toSorted(([one]) => (one === name ? 1 : -1)));
  const end = packed.length - 22;
  const directory = packed.readUInt32LE(end + 16);
  const [hidden, at] = [Buffer.from("hidden"), packed.lastIndexOf(name)];
  const header = packed.lastIndexOf(name, at - 1) - 30;
  const longer = Buffer.concat([packed.subarray(0, directory), hidden, packed.subarray(directory)]);
  longer.writeUInt32LE(directory + hidden.length, end + hidden.length + 16);
  for (const size of [header + 18, at + hidden.length - 26])
    longer.writeUInt32LE(longer.readUInt32LE(size) + hidden.length, size);
  const { status, output } = await verify(longer, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`CHANGED: ${name}`)]);
});

test("without a key it names the one of the archive", async () => {
  const { status, output } = await verify(archive, "record");
  expect([status, output]).toEqual([3, expect.stringContaining("NOT COMPARED")]);
  expect(output).toContain(key);
});

test("another key is told", async () => {
  const { status, output } = await verify(archive, "record", "--key", "a".repeat(64));
  expect([status, output]).toEqual([
    1,
    expect.stringContaining(`OTHER KEY: stocktake-${ids[0]}/record.json`),
  ]);
});

test("one of several keys is enough", async () => {
  expect((await verify(archive, "record", "--key", "a".repeat(64), "--key", key)).status).toBe(0);
});

test("a list of hashes by a later key of the server is told as such", async () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const made = await changed((of) => {
    const content = of.get("SHA256SUMS")?.toString().split("#tallybox-seal")[0] ?? "";
    const seal = makeSeal(privateKey, "sums", sha256(Buffer.from(content)));
    of.set("SHA256SUMS", Buffer.from(content + endOf("sums", seal)));
  });
  const { status, output } = await verify(made, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining("if that is the server's later key")]);
  const keys = ["--key", key, "--key", publicKeyOf(privateKey)];
  expect((await verify(made, "record", ...keys)).status).toBe(0);
});

test("a cut-off archive is told", async () => {
  const { status, output } = await verify(archive.subarray(0, -100), "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining("DAMAGED")]);
});

test("an altered photo is told, and the other stocktakes are sound", async () => {
  const path = pathOf(/photos\/item/);
  const altered = await changed((of) => of.set(path, Buffer.from("another")));
  const { status, output } = await verify(altered, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`CHANGED: ${path}`)]);
  expect(output).toContain(`Sound: stocktake-${ids[1]}`);
  expect(output).not.toContain(`Sound: stocktake-${ids[0]}`);
});

test("an altered photo with its hash in the list is told by the seal of the list", async () => {
  const path = pathOf(/photos\/item/);
  const bytes = Buffer.from("another");
  const before = files.get(path) ?? Buffer.alloc(0);
  const altered = await changed((of) => {
    const sums = of.get("SHA256SUMS")?.toString() ?? "";
    of.set(path, bytes).set("SHA256SUMS", Buffer.from(sums.replace(sha256(before), sha256(bytes))));
  });
  const { status, output } = await verify(altered, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining("CHANGED: SHA256SUMS")]);
});

test("bytes that are altered in the archive itself are told", async () => {
  const copy = Buffer.from(archive);
  copy.write("9", copy.indexOf('"inventoryQuantity":3') + '"inventoryQuantity":'.length);
  const { status, output } = await verify(copy, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`CHANGED: stocktake-${ids[0]}/record.json`)]);
});

test.each([
  [
    "a missing record",
    (of: Map<string, Buffer>) => of.delete(`stocktake-${ids[1]}/record.pdf`),
    /MISSING: stocktake-\d+\/record\.pdf/,
  ],
  [
    "a missing photo",
    (of: Map<string, Buffer>) => of.delete(pathOf(/photos\/code/)),
    /MISSING: .*photos\/code/,
  ],
  ["a missing list of hashes", (of: Map<string, Buffer>) => of.delete("SHA256SUMS"), /MISSING: SHA256SUMS/],
  [
    "an added file",
    (of: Map<string, Buffer>) => of.set(`stocktake-${ids[1]}/photos/more.jpg`, Buffer.from("x")),
    /ADDED: stocktake-\d+\/photos\/more\.jpg/,
  ],
  [
    "the record of another stocktake in its place",
    (of: Map<string, Buffer>) =>
      of.set(`stocktake-${ids[1]}/record.json`, of.get(`stocktake-${ids[0]}/record.json`) ?? Buffer.alloc(0)),
    /CHANGED: stocktake-\d+\/record\.json/,
  ],
])("%s is told", async (_, change, told) => {
  const { status, output } = await verify(await changed(change), "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringMatching(told)]);
});

test("an addendum that the database has lost is told by the chain", async () => {
  const copy = await startServer({ from: server.folder, clock });
  const [id = 0] = ids;
  await addTo(copy.manager, id, { kind: "correction", text: "It was 5." });
  await copy.appliance.dependencies.storage.write(1, (tx) => {
    markAsSample(tx, 1, "inventory", id);
    deleteFrom("inventoryAddendum", ["inventoryId", "number"]).run(tx, { inventoryId: id, number: 1 });
    removeMarks(tx, 1);
  });
  const { bytes } = await copy.manager.get("/api/seals/archive?year=2030");
  const { status, output } = await verify(bytes, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`BROKEN CHAIN: stocktake-${id}/`)]);
});

test("a file that is there twice is told", async () => {
  const twice = await archiveOf([...files, ["README.txt", Buffer.from("another")]]);
  const { status, output } = await verify(twice, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining("ADDED: README.txt is there twice")]);
});

test("a photo whose file the server lacks is told to be missing, and named in the README", async () => {
  const copy = await startServer({ from: server.folder, clock });
  await rm(join(copy.folder, "photos"), { recursive: true });
  const { bytes } = await copy.manager.get("/api/seals/archive?year=2030");
  const { status, output } = await verify(bytes, "record", "--key", key);
  expect([status, output]).toEqual([1, expect.stringContaining(`MISSING: ${pathOf(/photos\/item/)}`)]);
  expect((await filesOf(bytes)).get("README.txt")?.toString()).toContain(pathOf(/photos\/item/));
});
