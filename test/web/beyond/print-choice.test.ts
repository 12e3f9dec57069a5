import { expect, test } from "vitest";
import {
  choose,
  formatsFor,
  preferredPrinter,
  printersFor,
} from "../../../src/web/printing/printer-selection.ts";
import type { Condition } from "../../../src/web/printing/use-statuses.ts";

const printer = (oid: number, printerTypeId: number, isActive = true) => ({
  oid,
  name: `printer ${oid}`,
  printerTypeId,
  isActive,
});
const format = (oid: number, printerTypeId: number, subject: "article" | "location" = "article") => ({
  oid,
  name: `format ${oid}`,
  printerTypeId,
  subject,
});

const FORMATS = [format(4, 5), format(1, 3), format(2, 1)];
const PRINTERS = [printer(3, 3), printer(1, 3), printer(2, 1), printer(4, 3, false)];
const oids = (found: readonly { readonly oid: number }[]) => found.map(({ oid }) => oid);

test("only active printers of the label's printer type are offered", () => {
  expect(oids(printersFor(PRINTERS, format(1, 3)))).toEqual([3, 1]);
  expect(oids(printersFor(PRINTERS, format(4, 5)))).toEqual([]);
  expect(oids(printersFor(PRINTERS, null))).toEqual([]);
});

test("formats are offered for their own subject; one stored by an earlier version is for articles", () => {
  const { subject: _, ...stored } = format(6, 3);
  const all = [format(1, 3), format(5, 3, "location"), stored as ReturnType<typeof format>];
  expect(oids(formatsFor(all, "article"))).toEqual([1, 6]);
  expect(oids(formatsFor(all, "location"))).toEqual([5]);
});

test.each([
  ["nothing was printed yet", null, null, 1, 3],
  ["the last printer and label still exist", 1, 1, 1, 1],
  ["the last printer was deleted", 9, 1, 1, 3],
  ["the last printer was deactivated", 4, 1, 1, 3],
  ["the last printer does not print the selected label", 1, 2, 2, 2],
  ["no printer prints the selected label", 1, 4, 1, 1],
  ["the last label was deleted", 2, 9, 1, 3],
])("the label and printer to start with if %s", (_, printerId, labelFormatId, formatOid, printerOid) => {
  const chosen = choose(FORMATS, PRINTERS, { printerId, labelFormatId });
  expect([chosen.format?.oid, chosen.printer?.oid]).toEqual([formatOid, printerOid]);
});

test("without a printer or a label none is selected", () => {
  const wanted = { printerId: 1, labelFormatId: 1 };
  expect(choose(FORMATS, [], wanted)).toEqual({ format: null, printer: null });
  expect(choose([], PRINTERS, wanted)).toEqual({ format: null, printer: null });
});

const ALIKE = [printer(1, 3), printer(2, 3), printer(3, 3)];
test.each<[string, number | null, readonly (Condition | undefined)[], number]>([
  ["nothing is reported yet", null, [undefined, undefined, undefined], 1],
  ["nothing is reported yet, and one was used last", 2, [undefined, undefined, undefined], 2],
  ["the one used last is ready", 2, ["ready", "ready", "ready"], 2],
  ["the one used last does not respond", 2, ["ready", "away", "ready"], 1],
  ["the one used last reports no status", 2, ["ready", "unknown", "ready"], 2],
  ["the first does not respond", null, ["away", "ready", "ready"], 2],
  ["the first does not respond, the second has not reported yet", null, ["away", undefined, "ready"], 2],
  ["the others have no paper, are open or paused", null, ["paperOut", "headOpen", "busy"], 3],
  ["none is ready, one may print", 1, ["paused", "away", "unknown"], 3],
  ["none can print", 3, ["away", "paperOut", "paused"], 3],
  ["none can print and none was used", null, ["away", "away", "away"], 1],
])("the printer to start with if %s", (_, last, reported, oid) => {
  const conditions = new Map(
    reported.flatMap((condition, at) => (condition === undefined ? [] : [[at + 1, condition] as const])),
  );
  expect(preferredPrinter(ALIKE, last, conditions)?.oid).toBe(oid);
});
