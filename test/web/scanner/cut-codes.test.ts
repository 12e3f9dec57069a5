import { expect, test } from "vitest";
import type { ScanOptions } from "../../harness/terminal/keyboard.ts";
import type { Terminal } from "../../harness/terminal.ts";
import { loadChanges } from "../count/count-page.ts";
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
const storedCodes = (terminal: Terminal) => terminal.evaluate(STORED_CODES);

type Step = (terminal: Terminal) => Promise<void>;

const scan =
  (code: string, seen: string, options: ScanOptions = {}): Step =>
  async (terminal) => {
    await terminal.scan(code, options);
    await terminal.see(seen);
  };

const tap =
  (button: string, seen: string): Step =>
  async (terminal) => {
    await terminal.tap(button);
    await terminal.see(seen);
  };

/** Scans what the terminal asks about. It stores nothing. */
const ask =
  (code: string, question: string, options: ScanOptions = NO_END): Step =>
  async (terminal) => {
    const before = await storedCodes(terminal);
    await scan(code, question, options)(terminal);
    await expect.poll(() => storedCodes(terminal)).toEqual(before);
  };

const part = (code: string) => ask(code, WITHOUT_END(code));
const slowPart = (code: string) => ask(code, WITHOUT_END(code), { ...NO_END, everyMs: 200 });
const whole = (seen: string) => tap("It is the whole code", seen);
const noPart: Step = async (terminal) => {
  await terminal.tap("No, scan again");
  await terminal.seesNot("NOT counted");
};
const reload: Step = async (terminal) => {
  await terminal.reload();
  await terminal.see("Ready to scan");
};

/** The terminal learns that its scanner sends a key, or none. */
const WITH_KEY = scan("PLAIN-1", "1 of 1");
const WITHOUT_KEY: readonly Step[] = [part("PLAIN-1"), whole("1 of 1")];

test.each<[what: string, steps: readonly Step[], stored: readonly string[], articles?: readonly string[]]>([
  ["of a new scanner: the rest makes it whole", [part("PAI"), scan("R-3", "1 of 3")], ["PAIR-3"]],
  [
    "of a scanner without a key: the rest makes an unknown code whole",
    [...WITHOUT_KEY, ask("PAI", UNKNOWN("PAI")), scan("R-3", "1 of 3", NO_END)],
    ["PLAIN-1", "PAIR-3"],
  ],
  [
    "of a scanner with a key: one character is a part too",
    [WITH_KEY, part("P"), scan("AIR-3", "1 of 3")],
    ["PLAIN-1", "PAIR-3"],
  ],
  [
    "that is the code of an article: it is asked about again when it is scanned again",
    [part("4006"), noPart, part("4006")],
    [],
    ["4006"],
  ],
  [
    "of slow digits: article or not, it is a part where the scanner sends a key",
    [WITH_KEY, slowPart("40"), scan("06", "Article 4006")],
    ["PLAIN-1", "4006"],
    ["40", "06", "4006"],
  ],
  [
    "of three: two are no code yet, though an article has it",
    [part("40"), ask("06", WITHOUT_END("4006")), scan("38", "Article 400638")],
    ["400638"],
    ["40", "4006", "400638"],
  ],
  [
    "at the choice of an unknown code's article: it chooses none",
    [scan("NEW-1", WHAT_IS_IT), tap("Match", "Add this code to the article"), slowPart("4006")],
    ["NEW-1"],
    ["4006", "40063813"],
  ],
  [
    "of an unknown code: two are one unknown code when the user says so",
    [part("4006381"), ask("333931", JOINED("4006381333931"), {}), whole(WHAT_IS_IT)],
    ["4006381333931"],
  ],
  ["whose code is scanned again: that is whole", [part("PAIR"), scan("PAIR-NEW", WHAT_IS_IT)], ["PAIR-NEW"]],
  ["before another article: that counts", [part("PAI"), scan("BOLT-25", "1 of 25")], ["BOLT-25"]],
  ["that is no code: the next scan counts", [part("EAN-1"), noPart, scan("PAIR-3", "1 of 3")], ["PAIR-3"]],
  ["after a reload: the key is known, and waited for", [WITH_KEY, reload, part("BOLT-25")], ["PLAIN-1"]],
  [
    "that is whole: once the user says so, each scan of an article counts, after a reload too",
    [...WITHOUT_KEY, scan("BOLT-25", "1 of 25", NO_END), reload, scan("BOLT-25", "2 of 25", NO_END)],
    ["PLAIN-1", "BOLT-25", "BOLT-25"],
  ],
  [
    "that is whole and unknown: once the user says so, each scan of it counts",
    [
      ...WITHOUT_KEY,
      ...[ask("EAN-1", UNKNOWN("EAN-1")), whole(WHAT_IS_IT)],
      ...[scan("EAN-1", "2 pieces", NO_END), scan("EAN-1", "3 pieces", NO_END)],
    ],
    ["PLAIN-1", "EAN-1", "EAN-1", "EAN-1"],
  ],
])("a part %s", async (_, steps, stored, articles = []) => {
  const { terminal, warehouse } = await openWarehouseCount({ browser: "current" });
  await reload(terminal);
  for (const code of articles) await warehouse.article(code, { "A-01": 1 }, { name: `Article ${code}` });
  if (articles.length > 0) await loadChanges(terminal, ...articles.map((code) => `Article ${code}`));
  for (const step of steps) await step(terminal);
  await expect.poll(() => storedCodes(terminal)).toEqual(stored);
});

test("two parts of a location's label open the location", async () => {
  const { terminal, warehouse } = await openWarehouseCount({ browser: "current" });
  const oid = warehouse.at("A-02");
  const { status } = await warehouse.manager.put(`/api/locations/${oid}`, {
    oid,
    name: "A-02",
    code: "LOC-2",
  });
  expect(status).toBe(200);
  await loadChanges(terminal, "LOC-2");
  await reload(terminal);
  await part("LOC")(terminal);
  await terminal.scan("-2");
  await terminal.until(`location.hash.endsWith("/${oid}")`);
  await expect.poll(() => storedCodes(terminal)).toEqual([]);
});
