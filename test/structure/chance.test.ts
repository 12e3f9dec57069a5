import { expect, test } from "vitest";
import { findChance, INSTEAD, parse, readSources } from "./chance.ts";

/** Programs that break a server at random times, and measurements. Their own rules say what must hold, whenever it breaks. */
const PROGRAMS = ["bench", "security/attack", "standby/proof", "torture"];

/** What is found in a browser test of this text. */
const kindsIn = (text: string) => findChance([parse("test/web/a.test.ts", text)]).map(({ kind }) => kind);

test("no test leaves to chance whether it passes", () => {
  const sources = readSources("test/**/*.ts", [
    ...PROGRAMS.map((folder) => `test/${folder}/**`),
    "test/structure/chance.test.ts",
  ]);
  expect(sources.length).toBeGreaterThan(1000);
  expect(
    findChance(sources).map(({ kind, file, line }) => `${file}:${line}: ${kind}: ${INSTEAD[kind]}`),
  ).toEqual([]);
});

test.each([
  `expect(await page.getByRole("row").count()).toBe(1);`,
  `expect(await terminal.textOf("h1")).toBe("A");`,
  `expect(await consolePage.axe()).toEqual([]);`,
  `expect([name, await terminal.evaluate(FITS)]).toEqual([name, true]);`,
  `expect((await line.boundingBox())?.height).toBe(4);`,
  `expect.soft(await terminal.axe(), name).toEqual([]);`,
  `const size = async () => Number.parseFloat(String(await page.evaluate(SIZE))); expect(await size()).toBe(24);`,
  `expect(await Promise.all(rows.map((row) => row.innerText()))).toEqual([]);`,
  `expect(page.url()).toContain("articles");`,
  `const rows = () => page.getByRole("row").count(); expect(await rows()).toBe(1);`,
  `async function read(at) { return Number(await at.textOf("b")); } expect(await read(terminal)).toBe(1);`,
])("a single look at a screen is found: %s", (text) => {
  expect(kindsIn(text)).toEqual(["look"]);
});

test("a function that looks is known in the files that import it", () => {
  const helper = parse("test/web/card.ts", `export const readCard = (at) => at.textOf(".card");`);
  const user = parse(
    "test/web/a.test.ts",
    `import { readCard as card } from "./card.ts"; expect(await card(terminal)).toBe("");`,
  );
  expect(findChance([helper, user])).toEqual([{ kind: "look", file: "test/web/a.test.ts", line: 1 }]);
});

test.each([
  `await expect.poll(() => page.getByRole("row").count()).toBe(1);`,
  `await eventually(async () => expect(await terminal.textOf("h1")).toBe("A"));`,
  `const rows = await page.getByRole("row").count();`,
  `const scan = async (code) => { await terminal.scan(code); return terminal.textOf("b"); }; expect(await scan("A")).toBe("");`,
  `expect(items.count()).toBe(1);`,
])("waiting, and what acts as well, is no single look: %s", (text) => {
  expect(kindsIn(text)).toEqual([]);
});

test("a test without a screen may look once", () => {
  expect(findChance([parse("test/http/a.test.ts", "expect(await rows.count()).toBe(1);")])).toEqual([]);
});

const TIMERS = `import { setTimeout as pause } from "node:timers/promises";`;

test.each([
  `${TIMERS} await pause(100);`,
  `await new Promise((done) => setTimeout(done, 100));`,
  `await page.waitForTimeout(100);`,
  "await terminal.evaluate(`new Promise((later) => setTimeout(later, 600))`);",
])("a pause is found: %s", (text) => {
  expect(kindsIn(text)).toEqual(["pause"]);
});

test.each([
  `${TIMERS} for (; !isDone(); await pause(5)) look();`,
  `${TIMERS} while (!isDone()) await pause(5);`,
  `setTimeout(look, 100);`,
])("a pause between looks decides nothing: %s", (text) => {
  expect(kindsIn(text)).toEqual([]);
});

test.each([
  `expect(performance.now() - begun).toBeLessThan(1000);`,
  `const ms = Date.now() - begun; expect(ms).toBeLessThan(1000);`,
])("an asserted duration is found: %s", (text) => {
  expect(kindsIn(text)).toEqual(["duration"]);
});

test("a comment with a reason allows one finding of its kind", () => {
  const pause = "await page.waitForTimeout(100);";
  expect(kindsIn(`// allow pause: the pace of a person\n${pause}`)).toEqual([]);
  expect(kindsIn(`// allow pause:\n${pause}`)).toEqual(["pause"]);
  expect(kindsIn(`// allow look: the pace of a person\n${pause}`)).toEqual(["pause"]);
  expect(kindsIn(`// allow pause: the pace of a person\n\n${pause}`)).toEqual(["pause"]);
});
