import { expect, test } from "vitest";
import type { Terminal } from "../../harness/terminal.ts";
import { STORED_DATA, waitUntilSent } from "../count/count-page.ts";
import { openWarehouseCount } from "../count/warehouse-count.ts";
import { recordsOf } from "../stored-records.ts";

// A pause inside a scan cuts its code in two. A part is joined with the rest or asked about, never counted and never sent.

const NO_END = { ending: "none" } as const;
const UNKNOWN = (code: string) => `NOT counted: ${code} is unknown. Is this the whole code?`;
const JOINED = (code: string) => `NOT counted: ${code} came in two parts. Is this the whole code?`;
const WITHOUT_END = (code: string) =>
  `NOT counted: ${code}. The end of the scan did not come. Is this the whole code?`;

const WHAT_IS_IT = "Saved with this location. What is it?";

/** Expression: the codes of the stored counts, oldest first. */
const STORED_CODES = `${recordsOf("outbox")}.then((all) => all.map(({ operation }) => operation.code))`;

async function openCount() {
  const opened = await openWarehouseCount({ browser: "current" });
  await opened.terminal.reload();
  await opened.terminal.see("Ready to scan");
  return opened;
}

/** The count of a terminal that has learned that its scanner sends no key. */
async function openCountWithoutEnd() {
  const opened = await openCount();
  await scanPart(opened.terminal, "PLAIN-1", WITHOUT_END("PLAIN-1"));
  await opened.terminal.tap("It is the whole code");
  await opened.terminal.see("1 of 1");
  return opened;
}

/** Lets the terminal load what has changed. By itself it does so each minute. */
const loadAgain = (terminal: Terminal) => terminal.evaluate("void window.dispatchEvent(new Event('online'))");

/** The count at a warehouse with an article of each code. */
async function openCountOf(codes: readonly string[]) {
  const opened = await openCount();
  const { terminal, warehouse } = opened;
  for (const code of codes) await warehouse.article(code, { "A-01": 1 }, { name: `Article ${code}` });
  await loadAgain(terminal);
  await terminal.until(
    `(${STORED_DATA}).then((all) => ${JSON.stringify(codes)}.every((code) => all.includes("Article " + code)))`,
  );
  return opened;
}

/** Scans a code and waits until the terminal has asked about it. */
async function scanPart(terminal: Terminal, code: string, question: string): Promise<void> {
  await terminal.scan(code, NO_END);
  await terminal.see(question);
}

const storedCodes = (terminal: Terminal) => terminal.evaluate(STORED_CODES);

test("a code of a new scanner that ended with a pause is not stored, and the rest makes the code whole", async () => {
  const { terminal, counted } = await openCount();
  await scanPart(terminal, "PAI", WITHOUT_END("PAI"));
  await expect.poll(() => storedCodes(terminal)).toEqual([]);
  await terminal.scan("R-3");
  await terminal.see("1 of 3");
  await terminal.seesNot("NOT counted");
  await waitUntilSent(terminal);
  await expect.poll(() => storedCodes(terminal)).toEqual(["PAIR-3"]);
  expect(await counted("PAIR-3")).toBe(1);
});

test("of a scanner that sends no key the rest makes an unknown code whole too", async () => {
  const { terminal, counted } = await openCountWithoutEnd();
  await scanPart(terminal, "PAI", UNKNOWN("PAI"));
  await terminal.scan("R-3", NO_END);
  await terminal.see("1 of 3");
  await waitUntilSent(terminal);
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1", "PAIR-3"]);
  expect(await counted("PAIR-3")).toBe(1);
});

test("a scanner that sends no key is asked about once, then each scan of an article counts", async () => {
  const { terminal } = await openCountWithoutEnd();
  await terminal.scan("BOLT-25", NO_END);
  await terminal.see("1 of 25");
  await terminal.reload();
  await terminal.see("Ready to scan");
  await terminal.scan("BOLT-25", NO_END);
  await terminal.see("2 of 25");
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1", "BOLT-25", "BOLT-25"]);
});

test("a part that is itself the code of an article is not counted while the scanner is new", async () => {
  const { terminal } = await openCountOf(["4006", "3813", "40063813"]);
  await scanPart(terminal, "4006", WITHOUT_END("4006"));
  await expect.poll(() => storedCodes(terminal)).toEqual([]);
  await terminal.scan("3813");
  await terminal.see("Article 40063813");
  await expect.poll(() => storedCodes(terminal)).toEqual(["40063813"]);
});

test("that part is asked about again when it is scanned again", async () => {
  const { terminal } = await openCountOf(["4006"]);
  await scanPart(terminal, "4006", WITHOUT_END("4006"));
  await terminal.tap("No, scan again");
  await terminal.seesNot("NOT counted");
  await scanPart(terminal, "4006", WITHOUT_END("4006"));
  await expect.poll(() => storedCodes(terminal)).toEqual([]);
});

test("slow digits that are the code of an article are a part where the scanner sends a key", async () => {
  const { terminal } = await openCountOf(["40", "06", "4006"]);
  await terminal.scan("PLAIN-1");
  await terminal.see("1 of 1");
  await terminal.scan("40", { ...NO_END, everyMs: 200 });
  await terminal.see(WITHOUT_END("40"));
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1"]);
  await terminal.scan("06");
  await terminal.see("Article 4006");
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1", "4006"]);
});

test("two of three parts are no code yet, though an article has it", async () => {
  const { terminal } = await openCountOf(["40", "4006", "400638"]);
  await scanPart(terminal, "40", WITHOUT_END("40"));
  await scanPart(terminal, "06", WITHOUT_END("4006"));
  await terminal.scan("38");
  await terminal.see("Article 400638");
  await expect.poll(() => storedCodes(terminal)).toEqual(["400638"]);
});

test("a part does not choose the article of an unknown code", async () => {
  const { terminal } = await openCountOf(["4006", "40063813"]);
  await terminal.scan("NEW-1");
  await terminal.see(WHAT_IS_IT);
  await terminal.tap("Match");
  await terminal.see("Add this code to the article");
  await terminal.scan("4006", { ...NO_END, everyMs: 200 });
  await terminal.see(WITHOUT_END("4006"));
  await expect.poll(() => storedCodes(terminal)).toEqual(["NEW-1"]);
});

test("one character that ended with a pause is a part too", async () => {
  const { terminal } = await openCount();
  await terminal.scan("PLAIN-1");
  await terminal.see("1 of 1");
  await scanPart(terminal, "P", WITHOUT_END("P"));
  await terminal.scan("AIR-3");
  await terminal.see("1 of 3");
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1", "PAIR-3"]);
});

test("two parts of a location's label open the location", async () => {
  const { terminal, warehouse } = await openCount();
  const { manager } = warehouse;
  const path = `/api/locations/${warehouse.at("A-02")}`;
  expect((await manager.put(path, { oid: warehouse.at("A-02"), name: "A-02", code: "LOC-2" })).status).toBe(
    200,
  );
  await loadAgain(terminal);
  await terminal.until(`(${STORED_DATA}).then((all) => all.includes("LOC-2"))`);
  await terminal.reload();
  await terminal.see("Ready to scan");
  await scanPart(terminal, "LOC", WITHOUT_END("LOC"));
  await terminal.scan("-2");
  await terminal.until(`location.hash.endsWith("/${warehouse.at("A-02")}")`);
  await expect.poll(() => storedCodes(terminal)).toEqual([]);
});

test("two parts of an unknown code are one unknown code when the user says so", async () => {
  const { terminal } = await openCount();
  await scanPart(terminal, "4006381", WITHOUT_END("4006381"));
  await terminal.scan("333931");
  await terminal.see(JOINED("4006381333931"));
  await expect.poll(() => storedCodes(terminal)).toEqual([]);
  await terminal.tap("It is the whole code");
  await terminal.see(WHAT_IS_IT);
  await terminal.seesNot("NOT counted: 4006381333931");
  await expect.poll(() => storedCodes(terminal)).toEqual(["4006381333931"]);
});

test("a part of a code whose scanner sends a key is joined with the rest", async () => {
  const { terminal } = await openCount();
  await terminal.scan("PLAIN-1");
  await terminal.see("1 of 1");
  await scanPart(terminal, "PAI", WITHOUT_END("PAI"));
  await terminal.scan("R-3");
  await terminal.see("1 of 3");
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1", "PAIR-3"]);
});

test("a code that is scanned again after its part is the whole code", async () => {
  const { terminal } = await openCount();
  await scanPart(terminal, "PAIR", WITHOUT_END("PAIR"));
  await terminal.scan("PAIR-NEW");
  await terminal.see(WHAT_IS_IT);
  await expect.poll(() => storedCodes(terminal)).toEqual(["PAIR-NEW"]);
});

test("another article after a part is counted", async () => {
  const { terminal } = await openCount();
  await scanPart(terminal, "PAI", WITHOUT_END("PAI"));
  await terminal.scan("BOLT-25");
  await terminal.see("1 of 25");
  await expect.poll(() => storedCodes(terminal)).toEqual(["BOLT-25"]);
});

test("an unknown code that ends with a pause is asked about once, then each scan counts", async () => {
  const { terminal } = await openCountWithoutEnd();
  await scanPart(terminal, "EAN-1", UNKNOWN("EAN-1"));
  await terminal.tap("It is the whole code");
  await terminal.see(WHAT_IS_IT);
  await terminal.scan("EAN-1", NO_END);
  await terminal.see("2 pieces");
  await terminal.scan("EAN-1", NO_END);
  await terminal.see("3 pieces");
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1", "EAN-1", "EAN-1", "EAN-1"]);
});

test("what is no whole code is not counted", async () => {
  const { terminal } = await openCount();
  await scanPart(terminal, "EAN-1", WITHOUT_END("EAN-1"));
  await terminal.tap("No, scan again");
  await terminal.seesNot("NOT counted");
  await terminal.scan("PAIR-3");
  await terminal.see("1 of 3");
  await expect.poll(() => storedCodes(terminal)).toEqual(["PAIR-3"]);
});

test("the key that the scanner sends is known after a reload: a part is waited for, and asked about", async () => {
  const { terminal } = await openCount();
  await terminal.scan("PLAIN-1");
  await terminal.see("1 of 1");
  await terminal.reload();
  await terminal.see("Ready to scan");
  await scanPart(terminal, "BOLT-25", WITHOUT_END("BOLT-25"));
  await expect.poll(() => storedCodes(terminal)).toEqual(["PLAIN-1"]);
});
