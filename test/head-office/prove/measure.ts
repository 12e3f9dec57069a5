import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../bench/statistics.ts";
import { demand } from "../../torture/call.ts";
import type { Random } from "../../torture/random.ts";
import { demandDone, untilCurrent } from "../current.ts";
import { connected, query } from "../postgres.ts";
import type { Fleet, Site } from "./fleet.ts";

const POLL_MS = 5;
const STATISTICS_MS = 3000;

/** The rows of all records in the head office. */
export async function countRows(office: string): Promise<number> {
  return connected(office, async (run) => {
    const tables = await run(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'tallybox' AND table_type = 'BASE TABLE'",
    );
    let sum = 0;
    for (const { name } of tables)
      sum += Number((await run(`SELECT count(*) AS n FROM tallybox.${String(name)}`))[0]?.["n"]);
    return sum;
  });
}

/** Milliseconds from the response to an edit until the head office shows it, of so many edits of random sites, ascending. */
export async function measureLag(
  { sites, office }: Fleet,
  edits: number,
  random: Random,
): Promise<Float64Array> {
  const ids = new Map<Site, string>();
  for (const site of sites) ids.set(site, await untilCurrent(site.call));
  const times = await connected(office, async (run) => {
    const all: number[] = [];
    for (let number = 0; number < edits; number++) {
      const site = random.pick(sites);
      const name = `Lag ${number} ${random.below(1_000_000)}`;
      await demand(site.call, "PUT", "/api/articles/1", { name, code: "A1" });
      const began = performance.now();
      const text = "SELECT 1 FROM tallybox.article WHERE site = $1 AND oid = 1 AND name = $2";
      while ((await run(text, [ids.get(site), name])).length === 0) await sleep(POLL_MS);
      all.push(performance.now() - began);
    }
    return all;
  });
  return Float64Array.from(times).sort();
}

/** The 99th percentile. */
export const p99 = (ascending: Float64Array) => percentile(ascending, 0.99);

/**
 * Changes every article of a site while it is without the head office, and moves its stock. Returns how many records a second it
 * then delivers, its start included.
 */
export async function measureCatchUp({ office }: Fleet, site: Site): Promise<number> {
  await site.end("SIGTERM");
  await site.start(false);
  for (const changes of [{ stateId: 1 }, { stateId: 2 }, { locationId: 1 }])
    await demandDone(site.call, "/api/articles/bulk-edit", { filter: {}, changes });
  await site.end("SIGTERM");
  const writes = async () =>
    Number(
      (await query(office, "SELECT sum(n_tup_upd + n_tup_ins) AS n FROM pg_stat_user_tables"))[0]?.["n"],
    );
  const before = await writes();
  const began = performance.now();
  await site.start();
  await untilCurrent(site.call);
  const seconds = (performance.now() - began) / 1000;
  // PostgreSQL adds up the statistics of a connection about once a second.
  await sleep(STATISTICS_MS);
  return ((await writes()) - before) / seconds;
}
