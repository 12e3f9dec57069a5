import type { Random } from "../../torture/random.ts";
import { untilCurrent } from "../current.ts";
import { runChaos } from "./chaos.ts";
import { differencesOf } from "./compare.ts";
import { measureCost } from "./cost.ts";
import { createFleet, type Fleet, startAll } from "./fleet.ts";
import { countRows, measureCatchUp, measureLag, p99 } from "./measure.ts";

/** How much is proven. */
export interface Amount {
  readonly sites: number;
  readonly articles: number;
  /** Two databases under Patroni instead of one: crashes are failovers. */
  readonly isReplicated: boolean;
  readonly chaosSeconds: number;
  readonly lagEdits: number;
  readonly costRounds: number;
  readonly random: Random;
}

/** Limits of the figures. */
const MIN_CATCH_UP = 20_000;
const MAX_LAG_MS = 1000;
const MIN_COUNTS = 0.95;
const COST_SECONDS = 5;

/**
 * Loads all sites, measures the lag and the catching up, disturbs all, compares each site with its rows, and measures the cost of
 * the delivery for counting. The limits of figures are reported and decide nothing. Returns the checks that passed and failed.
 */
export async function prove(
  { sites, articles, isReplicated, chaosSeconds, lagEdits, costRounds, random }: Amount,
  print: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  const fleet = await createFleet(sites, articles, isReplicated);
  try {
    const began = performance.now();
    await startAll(fleet);
    for (const site of fleet.sites) await untilCurrent(site.call);
    const seconds = (performance.now() - began) / 1000;
    const rows = await countRows(fleet.office);
    print(
      `load: ${rows} rows of ${sites} sites in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} a second`,
    );

    const lag = await measureLag(fleet, lagEdits, random);
    print(`lag: p99 ${Math.round(p99(lag))} ms of ${lagEdits} edits${beyond(p99(lag) > MAX_LAG_MS)}`);
    const [first] = fleet.sites;
    if (first !== undefined) {
      const speed = await measureCatchUp(fleet, first);
      print(`catching up: ${Math.round(speed)} rows a second${beyond(speed < MIN_CATCH_UP)}`);
    }
    const chaos = await runChaos(fleet, articles, chaosSeconds, random);
    print(
      `chaos: ${chaos.edits} edits (${chaos.refused} refused or cut), ${chaos.kills} sites killed, ${chaos.cuts} lines cut, ${chaos.crashes} crashes of the database`,
    );
    const counts = await compare(fleet, print);
    const cost = await measureCost(fleet.postgres, costRounds, COST_SECONDS);
    const ratio = cost.with / cost.without;
    print(
      `counting: ${Math.round(cost.with)} a second with, ${Math.round(cost.without)} without, ratio ${ratio.toFixed(3)}${beyond(ratio < MIN_COUNTS)}`,
    );
    return counts;
  } finally {
    await fleet.remove();
  }
}

const beyond = (isBeyond: boolean) => (isBeyond ? " (beyond its limit)" : "");

/** Stops each site and compares its data with its rows. */
async function compare(
  { sites, office }: Fleet,
  print: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  let [passed, failed, compared] = [0, 0, 0];
  for (const site of sites) {
    const id = await untilCurrent(site.call);
    await site.end("SIGTERM");
    const { differences, rows } = await differencesOf(office, id, site.folder);
    compared += rows;
    if (differences.length === 0) passed++;
    else failed++;
    for (const line of differences) print(`  ! ${site.name}: ${line}`);
  }
  print(`compared: ${compared} rows of ${sites.length} sites, ${failed} sites differ`);
  return { passed, failed };
}
