import { randomBytes } from "node:crypto";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { Compressors } from "../../src/inventories/report/pdf/compressors.ts";

// Pages of a PDF share streams of compression.

const PAGES = [
  Buffer.from("BT (one) Tj ET"),
  Buffer.alloc(100_000, "x"),
  randomBytes(100_000),
  Buffer.from("BT (two) Tj ET"),
];

test("each page is compressed for itself, whatever its stream compressed before", async () => {
  const compressors = new Compressors();
  for (const page of [...PAGES, ...PAGES])
    expect(inflateSync(await compressors.compress(page)).equals(page)).toBe(true);
  compressors.close();
});

test("pages that are compressed at once are not mixed", async () => {
  const compressors = new Compressors();
  const compressed = await Promise.all(PAGES.map((page) => compressors.compress(page)));
  for (const [index, page] of compressed.entries()) expect(inflateSync(page)).toEqual(PAGES[index]);
  compressors.close();
});
