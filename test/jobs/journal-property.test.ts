import fc from "fast-check";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { principalOf, rowsOf, type ScriptStep, scriptEngine } from "./scripted.ts";

// Random work of a job, random edits after its end, and its undo, compared with a model of the articles and categories.

type Edit =
  | { readonly kind: "add"; readonly oid: number }
  | { readonly kind: "name"; readonly oid: number; readonly name: string }
  | { readonly kind: "code"; readonly oid: number; readonly code: number | null }
  | { readonly kind: "remove"; readonly oid: number };

/** Articles that the programs work on: the first five exist before. */
const FIRST = 9001;
const oid = fc.integer({ min: FIRST, max: FIRST + 9 });
const edit = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), oid }),
  fc.record({
    kind: fc.constant("name" as const),
    oid,
    name: fc.constantFrom("a'\"", "Ž 😀", "\\u0041", " x"),
  }),
  fc.record({
    kind: fc.constant("code" as const),
    oid,
    code: fc.option(fc.integer({ min: 1, max: 6 })),
  }),
  fc.record({ kind: fc.constant("remove" as const), oid }),
);

/** OR IGNORE: an edit of the same code or of a row that exists does nothing. */
function sqlOf(one: Edit): string {
  const where = `WHERE oid = ${one.oid}`;
  switch (one.kind) {
    case "add":
      return `INSERT OR IGNORE INTO article (oid, tenantId, name, categoryId, typeId, stateId, price, createdDT, modifiedDT,
        createdBy, modifiedBy, nameFolded, change)
        VALUES (${one.oid}, 1, 'new', 1, 1, 2, 999999999999999, '', '', '', '', 'new', $change)`;
    case "name":
      return `UPDATE article SET name = '${one.name.replaceAll("'", "''")}', nameFolded = lower(name), change = $change ${where}`;
    case "code":
      return `UPDATE OR IGNORE article SET code = ${one.code === null ? "NULL" : `'c${one.code}'`}, change = $change ${where}`;
    case "remove":
      return `DELETE FROM article ${where}`;
  }
}

const stepOf = (one: Edit): ScriptStep => ({ writes: [["article", sqlOf(one)]] });

async function apply({ appliance }: TestServer, edits: readonly Edit[]): Promise<void> {
  const { storage } = appliance.dependencies;
  for (const one of edits)
    await storage.write(1, (tx) => {
      tx.recordWrite("article");
      tx.query({ sql: sqlOf(one).replaceAll("$change", String(tx.change)), reads: [] }, []).run();
    });
}

type Rows = ReadonlyMap<number, string>;
function articles(server: TestServer): Rows {
  const rows = rowsOf(server)["article"] ?? [];
  const own = rows.map((row) => [Number(JSON.parse(row).oid), row] as const);
  return new Map(own.filter(([id]) => id >= FIRST));
}

test("an undo restores everything; rows that were changed since are left as they are", async () => {
  const server = await startServer({ sliceMs: 0 });
  const manager = principalOf(server.appliance, "manager");
  const jobs = scriptEngine(server);
  const initial = Array.from({ length: 5 }, (_, index) => FIRST + index);
  const work = fc.array(edit, { minLength: 1, maxLength: 25 });
  const later = fc.array(edit, { maxLength: 6 });
  const property = fc.asyncProperty(work, later, async (program, edits) => {
    await apply(
      server,
      Array.from({ length: 10 }, (_, index) => ({ kind: "remove", oid: FIRST + index })),
    );
    await apply(
      server,
      initial.map((one) => ({ kind: "add", oid: one })),
    );
    await apply(
      server,
      initial.map((one, index) => ({ kind: "code", oid: one, code: index + 1 })),
    );
    const before = articles(server);
    const id = await jobs.start(program.map(stepOf));
    await jobs.engine.result(1, id);
    await apply(server, edits);
    const edited = articles(server);
    await jobs.engine.undo(manager, id);
    const { result } = await jobs.end(id);
    const found = articles(server);
    const { leftCount } = JSON.parse(result ?? "{}");
    if (edits.length === 0) {
      expect(leftCount).toBe(0);
      expect(found).toEqual(before);
      return;
    }
    const touched = new Set(edits.map((one) => one.oid));
    for (let one = FIRST; one < FIRST + 10; one++) {
      const isRestored = found.get(one) === before.get(one);
      const isLeft = found.get(one) === edited.get(one);
      expect(isRestored || isLeft, `${one}: ${found.get(one)}`).toBe(true);
      // Only its code keeps an untouched row from being restored: a row that was left may have it, from the job or from an edit.
      const isCodeTaken = [...program, ...edits].some((other) => other.kind === "code");
      if (!touched.has(one) && !isCodeTaken) expect(isRestored, `${one} was left`).toBe(true);
    }
  });
  await fc.assert(property, { numRuns: times(60), endOnFailure: true });
});
