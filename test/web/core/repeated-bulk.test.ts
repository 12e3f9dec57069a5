import { expect, test } from "vitest";
import type { Job } from "../../../src/web/api/types/endpoints.d.ts";
import { repeatedOf } from "../../../src/web/console/articles/bulk/repeat.ts";

const LABELS = {
  kind: "bulkLabels",
  key: "k",
  body: { filter: {}, printerId: 1, labelFormatId: 2, sort: "code" },
} as const;
const EDIT = { kind: "bulkEdit", key: "k", body: { filter: {}, change: { statusId: 1 } } } as const;

/** An ended job as far as it is looked at. */
const jobOf = (more: object): Job =>
  Object.assign({ kind: "bulkLabels", state: "done", result: null }, more) as unknown as Job;
const refused = (count: number, named = count) => ({
  refused: count,
  refusals: Array.from({ length: named }, (_, index) => ({ oid: index + 1, article: "A", reason: "r" })),
});

test("the articles without a label are tried again", () => {
  const repeated = repeatedOf(LABELS, jobOf({ result: { added: 5, ...refused(2) } }));
  expect(repeated).toMatchObject({ kind: "bulkLabels", body: { ids: [1, 2], printerId: 1 } });
  expect(repeated?.body).toMatchObject({ filter: undefined, sort: undefined });
});

test("where more were refused than the server names, only labels that all are missing are tried again", () => {
  const result = refused(500, 100);
  expect(repeatedOf(LABELS, jobOf({ result: { added: 0, ...result } }))).toMatchObject({ body: LABELS.body });
  expect(repeatedOf(LABELS, jobOf({ result: { added: 1, ...result } }))).toBe(null);
  const edited = jobOf({ kind: "bulkEdit", result: { changed: 1, unchanged: 0, ...result } });
  expect(repeatedOf(EDIT as never, edited)).toBe(null);
});

test("a failed job of labels is not tried again where some were printed", () => {
  const left = { leftCount: 1, left: [{ table: "printRequest", name: "A1", reason: "used" }] };
  expect(repeatedOf(LABELS, jobOf({ state: "failed", result: left }))).toBe(null);
  expect(repeatedOf(LABELS, jobOf({ state: "failed" }))).toMatchObject({ body: LABELS.body });
  const edited = jobOf({ kind: "bulkEdit", state: "failed", result: left });
  expect(repeatedOf(EDIT as never, edited)).toMatchObject({ body: EDIT.body });
});
