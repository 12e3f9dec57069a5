import { expect, test } from "vitest";
import { readPaths } from "../../src/exchange/export/paths.ts";
import type { Db } from "../../src/storage/database/statement.ts";

/** More than a call takes arguments. */
const CHILDREN = 150_000;

test("all locations of a location with very many children are listed, in order", () => {
  const plain = { code: null, responsibleUser: null, change: 1 };
  const children = Array.from({ length: CHILDREN }, (_, index) => {
    return { oid: index + 2, name: `Box ${index}`, parentLocationId: 1, ...plain };
  });
  const rows = [{ oid: 1, name: "Hall", parentLocationId: null, ...plain }, ...children];
  const db = { query: () => ({ all: () => rows }) } as unknown as Db;
  const listed = Array.from(readPaths(db, 1).inOrder(), ({ oid }) => oid);
  expect(listed).toEqual(rows.map(({ oid }) => oid));
});
