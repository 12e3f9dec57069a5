import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { drawGrid, type GridRow } from "../../src/inventories/report/pdf/grid.ts";
import { endPaper, makePaper } from "../../src/inventories/report/pdf/paper.ts";
import { pdfPages } from "../harness/pdf.ts";

// The tables of PDFs, which go on over pages.

function* parts(): Generator<GridRow> {
  for (let part = 0; part < 120; part++) {
    yield { title: "Part" };
    for (let row = 0; row <= part % 7; row++) yield ["row"];
    yield { title: "Whole" };
    yield { sums: ["All"] };
  }
}

const columns = [{ title: "Column", share: 1 }];

/** The pages of tables with the titles `Table`. */
async function pagesOf(tables: readonly Iterable<GridRow>[]): Promise<readonly string[]> {
  const paper = makePaper("Parts", "2026-12-01T12:00:00.000Z", () => ["", ""]);
  for (const rows of tables) for (const _ of drawGrid(paper, { title: "Table", columns, rows }));
  await endPaper(paper);
  return await pdfPages(await buffer(paper.doc));
}

test("titles stay together with a first row, however high it is", async () => {
  const high = Array.from({ length: 14 }, () => "high");
  const tables = Array.from({ length: 60 }, (_, number) => [
    { title: "Part" },
    [high.slice(0, number % 15)],
    ...Array.from({ length: number % 7 }, () => ["row"]),
    { title: "Part" },
    [high],
  ]);
  const pages = await pagesOf(tables);
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => /(Table|Column|Part)( \d+)?\s*$/.test(page))).toEqual([]);
});

test("a row that is higher than a page goes on on the next ones", async () => {
  const lines = Array.from({ length: 150 }, (_, line) => `line ${line}`);
  const pages = await pagesOf([[["row"], [lines]]]);
  expect(pages.join(" ").match(/line \d+/g)).toEqual(lines);
});

test("the title of a part is repeated on the next page above its rows, that of what follows above that", async () => {
  const pages = await pagesOf([parts()]);
  expect(pages.filter((page) => /Column Part row/.test(page)).length).toBeGreaterThan(0);
  expect(pages.filter((page) => /Column Whole All/.test(page)).length).toBeGreaterThan(0);
  expect(pages.filter((page) => /Part All/.test(page))).toEqual([]);
});
