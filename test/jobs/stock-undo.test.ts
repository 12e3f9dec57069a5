import fc from "fast-check";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { principalOf, rowsOf, type ScriptEngine, scriptEngine } from "./scripted.ts";

// The stock of an article is undone as a whole, or stays as it is.

interface Move {
  readonly articleId: number;
  readonly locationId: number;
  /** Null: the row is removed. */
  readonly quantity: number | null;
}

const ARTICLES = [11, 12, 13];
const move: fc.Arbitrary<Move> = fc.record({
  articleId: fc.constantFrom(...ARTICLES),
  locationId: fc.integer({ min: 2, max: 6 }),
  quantity: fc.option(fc.integer({ min: 0, max: 3 })),
});

function sqlOf({ articleId, locationId, quantity }: Move): string {
  if (quantity === null)
    return `DELETE FROM articleLocation WHERE articleId = ${articleId} AND locationId = ${locationId}`;
  return `INSERT INTO articleLocation (tenantId, articleId, locationId, quantity, change)
    VALUES (1, ${articleId}, ${locationId}, ${quantity}, $change)
    ON CONFLICT (articleId, locationId) DO UPDATE SET quantity = excluded.quantity, change = excluded.change`;
}

async function apply({ appliance }: TestServer, moves: readonly Move[]): Promise<void> {
  const { storage } = appliance.dependencies;
  for (const one of moves)
    await storage.write(1, (tx) => {
      tx.recordWrite("articleLocation");
      tx.query({ sql: sqlOf(one).replaceAll("$change", String(tx.change)), reads: [] }, []).run();
    });
}

/** The stock of each article. */
function stockOf(server: TestServer): Map<number, string[]> {
  const rows = rowsOf(server)["articleLocation"] ?? [];
  const isOf = (row: string, articleId: number) => JSON.parse(row).articleId === articleId;
  return new Map(ARTICLES.map((articleId) => [articleId, rows.filter((row) => isOf(row, articleId))]));
}

/** Works as a job, then moves stock, then undoes the job. Returns the result. */
async function undone(
  server: TestServer,
  jobs: ScriptEngine,
  work: readonly Move[],
  between: () => Promise<unknown>,
): Promise<{ leftCount: number; left: unknown[] }> {
  const id = await jobs.start(work.map((one) => ({ writes: [["articleLocation", sqlOf(one)] as const] })));
  await jobs.engine.result(1, id);
  await between();
  await jobs.engine.undo(principalOf(server.appliance, "manager"), id);
  return JSON.parse((await jobs.end(id)).result ?? "null");
}

const at = (articleId: number, locationId: number, quantity: number | null): Move => ({
  articleId,
  locationId,
  quantity,
});
/** An article with pieces at two locations. */
async function startWithStock(): Promise<TestServer> {
  const server = await startServer({ sliceMs: 0 });
  await apply(server, [
    ...[2, 3, 4, 5, 6].flatMap((location) => [at(11, location, null), at(12, location, null)]),
    ...[at(11, 4, 5), at(11, 5, 1)],
  ]);
  return server;
}

test("where a job has only removed pieces of an article, they are restored", async () => {
  const server = await startWithStock();
  const before = stockOf(server);
  const result = await undone(server, scriptEngine(server), [at(11, 4, null)], async () => {});
  expect(result).toMatchObject({ leftCount: 0 });
  expect(stockOf(server)).toEqual(before);
});

test("pieces that a job has changed between other articles stay as a whole where somebody has removed some since", async () => {
  const server = await startWithStock();
  const work = [at(11, 4, 3), at(12, 4, 9), at(11, 6, 2)];
  let moved = stockOf(server);
  const result = await undone(server, scriptEngine(server), work, async () => {
    await apply(server, [at(11, 6, null)]);
    moved = stockOf(server);
  });
  expect(result).toMatchObject({ leftCount: 1, left: [{ table: "articleLocation", reason: "changed" }] });
  expect(stockOf(server).get(11)).toEqual(moved.get(11));
  expect(stockOf(server).get(12)).toEqual([]);
});

test("random work of a job on the stock is restored, or left where somebody has moved some since", async () => {
  const server = await startServer({ sliceMs: 0 });
  const jobs = scriptEngine(server);
  const work = fc.array(move, { minLength: 1, maxLength: 20 });
  const later = fc.array(move, { maxLength: 4 });
  const property = fc.asyncProperty(work, later, async (program, moves) => {
    const before = stockOf(server);
    let [worked, moved] = [before, before];
    const result = await undone(server, jobs, program, async () => {
      worked = stockOf(server);
      await apply(server, moves);
      moved = stockOf(server);
    });
    const found = stockOf(server);
    for (const articleId of ARTICLES) {
      const isMoved = moves.some((one) => one.articleId === articleId);
      if (!isMoved) expect(found.get(articleId)).toEqual(before.get(articleId));
      else {
        // What the job had not changed and somebody has removed since stays removed.
        const isRemoved = (row: string) =>
          worked.get(articleId)?.includes(row) === true && moved.get(articleId)?.includes(row) === false;
        const restored = before.get(articleId)?.filter((row) => !isRemoved(row));
        expect([restored, moved.get(articleId)]).toContainEqual(found.get(articleId));
      }
    }
    if (moves.length === 0) expect(result.leftCount).toBe(0);
  });
  await fc.assert(property, { numRuns: times(30), endOnFailure: true });
});
