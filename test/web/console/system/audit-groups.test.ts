import { expect, test } from "vitest";
import type { AuditEntry } from "../../../../src/audit/shapes.ts";
import { rowsOf } from "../../../../src/web/console/system/audit-texts.ts";

let oid = 0;
/** Creates an entry `seconds` after the first. */
function createEntry(seconds: number, given: Partial<AuditEntry> = {}): AuditEntry {
  oid++;
  return {
    oid,
    at: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
    user: { id: 2, fullName: "Max" },
    device: null,
    cause: null,
    entity: "article",
    entityId: oid,
    record: null,
    action: "update",
    changes: [{ field: "note", before: null, after: "x" }],
    ...given,
  };
}
/** Groups entries, oldest first, into rows; returns the rows' sizes. */
const groupSizes = (...entries: AuditEntry[]) =>
  rowsOf(entries.toReversed()).map(({ entries: ofRow }) => ofRow.length);
const price: Partial<AuditEntry> = { changes: [{ field: "price", before: 1, after: 2 }] };

test("three or more updates of the same fields by one user, each within a minute of the next, are one row", () => {
  expect(groupSizes(createEntry(0), createEntry(30), createEntry(80))).toEqual([3]);
  expect(groupSizes(createEntry(0), createEntry(30))).toEqual([1, 1]);
  expect(groupSizes(createEntry(0), createEntry(61), createEntry(122))).toEqual([1, 1, 1]);
});

test("other fields, another user, another record type and creations have rows of their own", () => {
  const other = { user: { id: 3, fullName: "Una" } };
  expect(groupSizes(createEntry(0), createEntry(1), createEntry(2), createEntry(3, price))).toEqual([1, 3]);
  expect(groupSizes(createEntry(0), createEntry(1), createEntry(2, other), createEntry(3))).toEqual([3, 1]);
  expect(groupSizes(createEntry(0), createEntry(1), createEntry(2, { entity: "location" }))).toEqual([
    1, 1, 1,
  ]);
  const create = { action: "create" } as const;
  expect(groupSizes(createEntry(0, create), createEntry(1, create), createEntry(2, create))).toEqual([
    1, 1, 1,
  ]);
});

test("entries of one cause are one row, whatever they change and however long it took", () => {
  const cause = "import 7";
  expect(
    groupSizes(createEntry(0, { cause }), createEntry(500, { cause, ...price }), createEntry(900, { cause })),
  ).toEqual([3]);
  expect(
    groupSizes(createEntry(0, { cause }), createEntry(1, { cause }), createEntry(2, { cause: "import 8" })),
  ).toEqual([1, 1, 1]);
});

test.each(["correction", "change Delivery 7"])(
  "direct changes with the same reason are grouped as those without one: %s",
  (cause) => {
    const causes = (...seconds: number[]) => groupSizes(...seconds.map((at) => createEntry(at, { cause })));
    expect(causes(0, 61, 122)).toEqual([1, 1, 1]);
    expect(causes(0, 30, 60)).toEqual([3]);
  },
);

test("rows are ordered by their newest entries, and a row keeps its id when newer entries come", () => {
  const all = [createEntry(0), createEntry(1, price), createEntry(2), createEntry(3)].toReversed();
  expect(rowsOf(all).map(({ entries: [newest] }) => newest.oid)).toEqual([all[0]?.oid, all[2]?.oid]);
  expect(rowsOf(all)[0]?.oid).toBe(rowsOf([createEntry(4), ...all])[0]?.oid);
});
