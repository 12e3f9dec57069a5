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
    yield { title: null };
    yield { sums: ["All"] };
  }
}

test("the title of a part is repeated on the next page above its rows, not above what follows the part", async () => {
  const paper = makePaper("Parts", "2026-12-01T12:00:00.000Z", () => ["", ""]);
  for (const _ of drawGrid(paper, {
    title: "Table",
    columns: [{ title: "Column", share: 1 }],
    rows: parts(),
  }));
  await endPaper(paper);
  const pages = await pdfPages(await buffer(paper.doc));
  expect(pages.filter((page) => /Column Part row/.test(page)).length).toBeGreaterThan(0);
  expect(pages.filter((page) => /Column All/.test(page)).length).toBeGreaterThan(0);
  expect(pages.filter((page) => /Part All/.test(page))).toEqual([]);
});
