import { expect, test } from "vitest";
import type { Ink } from "./read-picture.ts";
import { inkOn } from "./read-picture.ts";
import { asText, drawn } from "./samples.ts";

const LEFT = 32;
const RIGHT = 32 + 576 - 1;
const inkOf = async (template: string, type: "escpos" | "star" = "escpos") =>
  inkOn((await drawn(type, template)).data);
const widthOf = ({ columns }: Ink) => columns[1] - columns[0] + 1;
const heightOf = ({ rows }: Ink) => rows[1] - rows[0] + 1;

test.each(["escpos", "star"] as const)("%s: text is aligned left, centred and right", async (type) => {
  const [left, middle, right] = await Promise.all(
    ["[left]HHHH", "[center]HHHH", "[right]HHHH"].map((template) => inkOf(template, type)),
  );
  expect(left?.columns[0]).toBe(LEFT + 1);
  expect(middle?.columns[0]).toBe(LEFT + (576 - 48) / 2 + 1);
  expect(right?.columns[1]).toBeGreaterThan(RIGHT - 3);
});

test.each(["escpos", "star"] as const)(
  "%s: bold is thicker, and sizes are as large as specified",
  async (type) => {
    const plain = await inkOf("HHHHHHHH", type);
    expect((await inkOf("[bold]HHHHHHHH", type)).pixels).toBeGreaterThan(plain.pixels * 1.2);
    for (const times of [2, 3, 4, 5, 6]) {
      const large = await inkOf(`[size ${times}]HHHHHHHH`, type);
      expect(Math.abs(widthOf(large) - 96 * times), `width ${times}`).toBeLessThanOrEqual(times * 3);
      expect(heightOf(large), `height ${times}`).toBeGreaterThan(heightOf(plain) * times * 0.8);
      expect(heightOf(large), `height ${times}`).toBeLessThanOrEqual(24 * times);
    }
  },
);

test("48 letters fill a line, and the 49th is on the next", async () => {
  const [full, over] = [await inkOf("H".repeat(48)), await inkOf("H".repeat(49))];
  expect(heightOf(full)).toBeLessThan(30);
  expect(widthOf(full)).toBeGreaterThan(570);
  expect(widthOf(over)).toBe(widthOf(full));
  expect(heightOf(over)).toBe(heightOf(full) + 30);
});

test("each letter of four alphabets has its own picture: the code pages are decoded", async () => {
  const words = "Příliš żółć ğ g Straße Їжук Ўл € ×";
  const letters = [...new Set(words.replaceAll(" ", ""))];
  const pictures: string[] = [];
  for (const letter of letters) pictures.push(asText(await drawn("escpos", letter)));
  expect(new Set(pictures).size).toBe(letters.length - 1);
  expect(pictures[letters.indexOf("ğ")]).toBe(asText(await drawn("escpos", "g")));
});

test.each([
  ["1", 34, 21],
  ["1", 35, 25],
  ["A", 20, 21],
  ["A", 21, 25],
  ["a", 14, 21],
  ["a", 15, 25],
  ["1", 432, 53],
  ["a", 180, 53],
  ["a", 181, 57],
  ["A", 311, 57],
  ["A", 312, 61],
  ["a", 2331, 177],
])(
  "the QR code of %s, %i times, ends at the right edge: its %i modules are computed before drawing",
  async (sign, times, modules) => {
    const data = sign.repeat(times);
    const ink = await inkOf(`[right][qr 3]${data}`);
    expect(widthOf(ink)).toBe(modules * 3);
    expect(ink.columns[1]).toBe(RIGHT);
    expect((await inkOf(`[qr 3]${data}`)).columns[0]).toBe(LEFT);
  },
);

test("feeds lengthen the paper by their lines, a cut draws a line across it", async () => {
  const [short, long] = [await inkOf("x\n[feed 1]"), await inkOf("x\n[feed 20]")];
  expect(long.height - short.height).toBe(19 * 30);
  expect(widthOf(await inkOf("x\n[cut]"))).toBeGreaterThan(600);
});

test("of an endless receipt 400 mm are shown", async () => {
  expect((await inkOf("x\n".repeat(2000))).height).toBe(3200);
});
