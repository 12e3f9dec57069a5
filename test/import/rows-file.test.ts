import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createRowWriter, type ErrorRow, readErrorRows } from "../../src/exchange/import/rows-file.ts";
import { createFolder } from "../harness/folder.ts";

test("a long row is copied once while it is read", () => {
  const descriptor = openSync(join(createFolder(), "rows"), "w+");
  const writer = createRowWriter<ErrorRow>(descriptor);
  const texts = ["a", "b".repeat(8_000_000), "c"];
  const rows = texts.map((text, index) => ({ number: index, cells: [text], messages: [], defaulted: [] }));
  for (const row of rows) writer.add(row);
  writer.end();
  const concat = vi.spyOn(Buffer, "concat");
  expect([...readErrorRows(descriptor)]).toEqual(rows);
  const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
  concat.mockRestore();
  closeSync(descriptor);
  expect(copied).toBeLessThan(10_000_000);
});
