import { expect, test } from "vitest";
import { choose, printersFor } from "../../../src/web/printing/choice.ts";

const printer = (oid: number, printerTypeId: number, isActive = true) => ({
  oid,
  name: `printer ${oid}`,
  printerTypeId,
  isActive,
});
const format = (oid: number, printerTypeId: number) => ({ oid, name: `format ${oid}`, printerTypeId });

const FORMATS = [format(4, 5), format(1, 3), format(2, 1)];
const PRINTERS = [printer(3, 3), printer(1, 3), printer(2, 1), printer(4, 3, false)];
const oids = (found: readonly { readonly oid: number }[]) => found.map(({ oid }) => oid);

test("only printers that are switched on and speak the label's language are offered", () => {
  expect(oids(printersFor(PRINTERS, format(1, 3)))).toEqual([3, 1]);
  expect(oids(printersFor(PRINTERS, format(4, 5)))).toEqual([]);
  expect(oids(printersFor(PRINTERS, null))).toEqual([]);
});

test.each([
  ["nothing was printed yet", null, null, 1, 3],
  ["the last printer and label are still there", 1, 1, 1, 1],
  ["the last printer is gone", 9, 1, 1, 3],
  ["the last printer was switched off", 4, 1, 1, 3],
  ["the last printer does not take the label that is chosen now", 1, 2, 2, 2],
  ["no printer takes the label that is chosen", 1, 4, 1, 1],
  ["the last label is gone", 2, 9, 1, 3],
])("where %s", (_, printerId, labelFormatId, formatOid, printerOid) => {
  const chosen = choose(FORMATS, PRINTERS, { printerId, labelFormatId });
  expect([chosen.format?.oid, chosen.printer?.oid]).toEqual([formatOid, printerOid]);
});

test("without a printer or a label nothing is chosen", () => {
  const wanted = { printerId: 1, labelFormatId: 1 };
  expect(choose(FORMATS, [], wanted)).toEqual({ format: null, printer: null });
  expect(choose([], PRINTERS, wanted)).toEqual({ format: null, printer: null });
});
