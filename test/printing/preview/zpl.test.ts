import { expect, test } from "vitest";
import { inkOn } from "./read-picture.ts";
import { asText, drawn } from "./samples.ts";

const NAME = "^XA^FO10,10^A0N,30^FD{{name}}^FS^XZ";
const inkOf = async (template: string, name: string) =>
  inkOn((await drawn("zpl", template, {}, { name })).data);

test("letters with accents are drawn: more ink, and higher up, than the letters alone", async () => {
  const blank = await inkOf(NAME, "");
  const bare = await inkOf(NAME, "PRILIS ZLUTOUCKY KUN");
  const marked = await inkOf(NAME, "PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ");
  expect(blank.pixels).toBe(0);
  expect(bare.pixels).toBeGreaterThan(1000);
  expect(marked.pixels).toBeGreaterThan(bare.pixels);
  expect(marked.rows[0]).toBeLessThan(bare.rows[0]);
});

test.each(["Їжак", "Щука", "Ωμέγα"])(
  "letters beyond Latin (%s) are drawn, not as empty boxes",
  async (word) => {
    const shapes = await Promise.all([...word].map((letter) => drawn("zpl", NAME, {}, { name: letter })));
    const different = new Set(shapes.map(asText));
    expect(different.size).toBe(new Set(word).size);
  },
);

test.each([
  [27, "Příliš žluťoučký kůň", "Príliš žlutoucký kun"],
  [31, "Příliš žluťoučký kůň", "Příliš žluťoučký kůň"],
  [28, "Příliš žluťoučký kůň", "Příliš žluťoučký kůň"],
  [33, "Їжак", "Їжак"],
])("a label in the page of ^CI%i is decoded by it: %s as %s", async (page, name, seen) => {
  const paged = await drawn("zpl", NAME.replace("^XA", `^XA^CI${page}`), {}, { name });
  expect(asText(paged)).toBe(asText(await drawn("zpl", NAME, {}, { name: seen })));
});

test.each([
  ["no size", "", {}, [400, 200]],
  ["^PW and ^LL", "^PW320^LL160", {}, [320, 160]],
  ["only ^PW", "^PW320", {}, [320, 200]],
  ["a requested size", "", { widthMm: 100, heightMm: 30 }, [800, 240]],
  ["both: the requested size", "^PW320^LL160", { widthMm: 100 }, [800, 160]],
  ["a ^PW and ^LL for no printer", "^PW999999^LL999999", {}, [1760, 3200]],
  ["^PW0", "^PW0^LL0", {}, [400, 200]],
])("the paper has a size with %s", async (_, commands, size, expected) => {
  const { data } = await drawn("zpl", `^XA${commands}^FO10,10^A0N,30^FDx^FS^XZ`, size);
  const { width, height } = await inkOn(data);
  expect([width, height]).toEqual(expected);
});

test("of several formats the first with content is shown, once, whatever the copies", async () => {
  const one = await drawn("zpl", "^XA^FO10,10^A0N,30^FDone^FS^XZ");
  const many = await drawn(
    "zpl",
    "^XA^MMT^XZ^XA^FO10,10^A0N,30^FDone^FS^PQ500^XZ^XA^FO10,10^A0N,30^FDtwo^FS^XZ",
  );
  expect(asText(many)).toBe(asText(one));
});

test("data that one label stores in the printer are not available to the next picture", async () => {
  const stored = await drawn("zpl", `~DGR:A.GRF,100,10,${"FF".repeat(100)}\n^XA^FO1,1^XGR:A.GRF,1,1^FS^XZ`);
  expect((await inkOn(stored.data)).pixels).toBe(800);
  const { data } = await drawn("zpl", "^XA^FO1,1^XGR:A.GRF,1,1^FS^XZ");
  expect((await inkOn(data)).pixels).toBe(0);
});
