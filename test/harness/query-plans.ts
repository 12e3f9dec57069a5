import type { TestServer } from "./server.ts";

/** SQLite's plans of the queries that some work sends to the reader thread; by default of all. */
export async function plansOf(
  { appliance }: TestServer,
  work: () => Promise<unknown>,
  isOne: (sql: string) => boolean = () => true,
): Promise<string[]> {
  const { storage } = appliance.dependencies;
  const { rows } = storage.reader;
  const plans: string[] = [];
  storage.reader.rows = (bound) => {
    const text = { sql: `EXPLAIN QUERY PLAN ${bound.sql}`, reads: [] };
    const plan = storage.db.query<{ detail: string }>(text, bound.values).all(...bound.values);
    if (isOne(bound.sql)) plans.push(plan.map(({ detail }) => detail).join("\n"));
    return rows(bound);
  };
  await work();
  storage.reader.rows = rows;
  return plans;
}
