import { expect, test } from "vitest";
import type { AuditEntry } from "../../../../src/audit/shapes.ts";
import { rowsOf } from "../../../../src/web/console/system/audit-groups.ts";

let oid = 0;
/** An entry that came `seconds` after the first. */
function entry(seconds: number, given: Partial<AuditEntry> = {}): AuditEntry {
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
/** The sizes of the lines that these entries make, given oldest first. */
const sizes = (...entries: AuditEntry[]) =>
  rowsOf(entries.toReversed()).map(({ entries: ofRow }) => ofRow.length);
const price: Partial<AuditEntry> = { changes: [{ field: "price", before: 1, after: 2 }] };

test("three and more updates of the same fields by one user within a minute of each other are one line", () => {
  expect(sizes(entry(0), entry(30), entry(80))).toEqual([3]);
  expect(sizes(entry(0), entry(30))).toEqual([1, 1]);
  expect(sizes(entry(0), entry(61), entry(122))).toEqual([1, 1, 1]);
});

test("other fields, another user, another kind of record or a creation are lines of their own", () => {
  const other = { user: { id: 3, fullName: "Una" } };
  expect(sizes(entry(0), entry(1), entry(2), entry(3, price))).toEqual([1, 3]);
  expect(sizes(entry(0), entry(1), entry(2, other), entry(3))).toEqual([3, 1]);
  expect(sizes(entry(0), entry(1), entry(2, { entity: "location" }))).toEqual([1, 1, 1]);
  const create = { action: "create" } as const;
  expect(sizes(entry(0, create), entry(1, create), entry(2, create))).toEqual([1, 1, 1]);
});

test("entries of one cause are one line, whatever they change and however long it took", () => {
  const cause = "import 7";
  expect(sizes(entry(0, { cause }), entry(500, { cause, ...price }), entry(900, { cause }))).toEqual([3]);
  expect(sizes(entry(0, { cause }), entry(1, { cause }), entry(2, { cause: "import 8" }))).toEqual([1, 1, 1]);
});

test("the lines are in the order of their newest entries, and a line keeps its id when newer entries come", () => {
  const all = [entry(0), entry(1, price), entry(2), entry(3)].toReversed();
  expect(rowsOf(all).map(({ entries: [newest] }) => newest.oid)).toEqual([all[0]?.oid, all[2]?.oid]);
  expect(rowsOf(all)[0]?.oid).toBe(rowsOf([entry(4), ...all])[0]?.oid);
});
