import fc from "fast-check";
import { expect, test } from "vitest";
import type { TableName } from "../../src/storage/database/schema.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { principalOf, rowsOf, type ScriptStep, scriptEngine } from "./scripted.ts";

// Random work of a job, random edits after its end, and its undo, compared with a model of the rows.

type Edit =
  | { readonly kind: "add"; readonly oid: number }
  | { readonly kind: "name"; readonly oid: number; readonly name: string }
  | { readonly kind: "code"; readonly oid: number; readonly code: number | null }
  | { readonly kind: "remove"; readonly oid: number };

/** Rows that the programs work on: the first five exist before. */
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

/** A table with a journal. */
interface Subject {
  readonly table: TableName;
  readonly name: string;
  /** The column that is unique, or that refers to another row. */
  readonly code: string;
  /** SQL of a value of it: a code, or none. */
  codeOf(code: number | null, oid: number): string;
  /** SQL of a new row, by column. */
  row(oid: number): Readonly<Record<string, string>>;
}

const codeText = (code: number | null) => (code === null ? "NULL" : `'c${code}'`);
/** A unique text is never missing. */
const keyText = (code: number | null, oid: number) => `'c${code ?? oid}'`;
const named = (one: number) => ({ name: "'new'", nameKey: `'c${one}'`, nameFolded: "'new'" });
const SUBJECTS: readonly Subject[] = [
  {
    table: "article",
    name: "name",
    code: "code",
    codeOf: codeText,
    row: () => ({
      ...{ name: "'new'", nameFolded: "'new'", categoryId: "1", typeId: "1", stateId: "2" },
      ...{ price: "999999999999999", createdDT: "''", modifiedDT: "''", createdBy: "''", modifiedBy: "''" },
    }),
  },
  {
    table: "location",
    name: "name",
    code: "parentLocationId",
    codeOf: (code) => (code === null ? "NULL" : String(code)),
    row: () => ({ name: "'new'", nameFolded: "'new'" }),
  },
  { table: "articleCategory", name: "name", code: "nameKey", codeOf: keyText, row: named },
  {
    table: "printFormat",
    name: "template",
    code: "nameKey",
    codeOf: keyText,
    row: (one) => ({ name: "'new'", nameKey: `'c${one}'`, template: "'x'", printerTypeId: "1" }),
  },
  {
    table: "user",
    name: "firstName",
    code: "userNameKey",
    codeOf: keyText,
    row: (one) => ({
      ...{ userName: "'new'", userNameKey: `'c${one}'`, firstName: "''", lastName: "''", roles: "'[]'" },
      ...{ fullNameFolded: "''", isActive: "1", secretsChangedDT: "''", createdDT: "''" },
    }),
  },
];

/** OR IGNORE: an edit of the same code or of a row that exists does nothing. */
function sqlOf({ table, name, code, codeOf, row }: Subject, one: Edit): string {
  const where = `WHERE oid = ${one.oid}`;
  switch (one.kind) {
    case "add": {
      const values = { oid: String(one.oid), tenantId: "1", ...row(one.oid), change: "$change" };
      return `INSERT OR IGNORE INTO ${table} (${Object.keys(values).join()}) VALUES (${Object.values(values).join()})`;
    }
    case "name":
      return `UPDATE ${table} SET ${name} = '${one.name.replaceAll("'", "''")}', change = $change ${where}`;
    case "code":
      return `UPDATE OR IGNORE ${table} SET ${code} = ${codeOf(one.code, one.oid)}, change = $change ${where}`;
    case "remove":
      return `DELETE FROM ${table} ${where}`;
  }
}

async function apply({ appliance }: TestServer, subject: Subject, edits: readonly Edit[]): Promise<void> {
  const { storage } = appliance.dependencies;
  for (const one of edits)
    await storage.write(1, (tx) => {
      tx.recordWrite(subject.table);
      tx.query({ sql: sqlOf(subject, one).replaceAll("$change", String(tx.change)), reads: [] }, []).run();
    });
}

type Rows = ReadonlyMap<number, string>;
function ownRows(server: TestServer, { table }: Subject): Rows {
  const rows = rowsOf(server)[table] ?? [];
  const own = rows.map((row) => [Number(JSON.parse(row).oid), row] as const);
  return new Map(own.filter(([id]) => id >= FIRST));
}

test.each(SUBJECTS)(
  "an undo restores every $table; rows that were changed since are left as they are",
  async (subject) => {
    const server = await startServer({ sliceMs: 0 });
    const manager = principalOf(server.appliance, "manager");
    const jobs = scriptEngine(server);
    const stepOf = (one: Edit): ScriptStep => ({ writes: [[subject.table, sqlOf(subject, one)]] });
    const initial = Array.from({ length: 5 }, (_, index) => FIRST + index);
    const work = fc.array(edit, { minLength: 1, maxLength: 25 });
    const later = fc.array(edit, { maxLength: 6 });
    const property = fc.asyncProperty(work, later, async (program, edits) => {
      await apply(
        server,
        subject,
        Array.from({ length: 10 }, (_, index) => ({ kind: "remove", oid: FIRST + index })),
      );
      await apply(
        server,
        subject,
        initial.map((one) => ({ kind: "add", oid: one })),
      );
      await apply(
        server,
        subject,
        initial.map((one, index) => ({ kind: "code", oid: one, code: index + 1 })),
      );
      const before = ownRows(server, subject);
      const id = await jobs.start(program.map(stepOf));
      await jobs.engine.result(1, id);
      await apply(server, subject, edits);
      const edited = ownRows(server, subject);
      await jobs.engine.undo(manager, id);
      const { result } = await jobs.end(id);
      const found = ownRows(server, subject);
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
    const addedHasCode: [Edit[], Edit[]] = [
      [
        { kind: "add", oid: FIRST + 7 },
        { kind: "code", oid: FIRST + 4, code: 6 },
        { kind: "code", oid: FIRST + 7, code: 5 },
      ],
      [],
    ];
    await fc.assert(property, {
      numRuns: times(subject.table === "article" ? 24 : 8),
      endOnFailure: true,
      examples: [addedHasCode],
    });
  },
);
