import { sql } from "kysely";
import { expect, test } from "vitest";
import { MAX_SHEET_LABELS } from "../../../src/domain/label-sheets.ts";
import { sqlite, statement } from "../../../src/storage/database/statement.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { pagesOf } from "./read-sheet.ts";

/** Articles without a code: copies of all articles of the tenant. */
const addCopies = statement((p: { change: number; count: number }) =>
  sqlite
    .insertInto("article")
    .columns([
      ...(["tenantId", "categoryId", "typeId", "stateId", "createdDT", "modifiedDT"] as const),
      ...([
        "createdBy",
        "modifiedBy",
        "price",
        "isDisposal",
        "deleted",
        "name",
        "nameFolded",
        "change",
      ] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom(["article as a", "article as b"])
        .where("a.tenantId", "=", 1)
        .where("b.tenantId", "=", 1)
        .select([
          ...([
            "a.tenantId",
            "a.categoryId",
            "a.typeId",
            "a.stateId",
            "a.createdDT",
            "a.modifiedDT",
          ] as const),
          ...(["a.createdBy", "a.modifiedBy", "a.price", "a.isDisposal", "a.deleted"] as const),
          sql<string>`'Copy'`.as("name"),
          sql<string>`'copy'`.as("nameFolded"),
          eb.val(p.change).as("change"),
        ])
        .limit(p.count),
    ),
);
const giveCodes = statement((p: { change: number; count: number }) =>
  sqlite
    .updateTable("article")
    .set({ code: sql<string>`'N' || oid`, change: p.change })
    .where("oid", "in", (eb) =>
      eb
        .selectFrom("article")
        .where("name", "=", "Copy")
        .where("code", "is", null)
        .select("oid")
        .limit(p.count),
    ),
);

const change = (server: TestServer, run: typeof addCopies | typeof giveCodes, count: number) =>
  server.appliance.dependencies.storage.write(1, (tx) => {
    run.run(tx, { change: tx.change, count });
  });

test("the limit of a file counts the labels that it has, not records without a code", async () => {
  const server = await startServer();
  const { user } = server;
  const sheet = async () => user.post("/api/articles/label-sheet", { filter: { q: "Copy" }, sheet: "L4732" });
  await change(server, addCopies, MAX_SHEET_LABELS + 1);
  expect((await sheet()).body.message).toMatch(/^None of the records has a code/);
  await change(server, giveCodes, 2);
  const { status, bytes } = await sheet();
  expect([status, pagesOf(bytes).map(({ labels }) => labels.length)]).toEqual([200, [2]]);
  await change(server, giveCodes, MAX_SHEET_LABELS - 1);
  const refused = await sheet();
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/at most 10,000 labels/),
  ]);
});
