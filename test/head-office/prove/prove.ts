import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { demand } from "../../torture/call.ts";
import type { Random } from "../../torture/random.ts";
import { untilCurrent } from "../current.ts";
import { query } from "../postgres.ts";
import { type ChaosOutcome, runChaos } from "./chaos.ts";
import { differencesOf } from "./compare.ts";
import { createFleet, type Fleet, type Site, startAll } from "./fleet.ts";

/** How much is proven. */
export interface Amount {
  readonly sites: number;
  readonly articles: number;
  readonly chaosSeconds: number;
  readonly random: Random;
}

/** Loads all sites, disturbs them, and compares each with its rows in the head office. `differences` has a line for each table that differs. */
export async function prove({
  sites,
  articles,
  chaosSeconds,
  random,
}: Amount): Promise<{ chaos: ChaosOutcome; rows: number; differences: string[] }> {
  const fleet = await createFleet(sites, articles);
  try {
    await startAll(fleet);
    for (const site of fleet.sites) await untilCurrent(site.call);
    const chaos = await runChaos(fleet, articles, chaosSeconds, random);
    const all: string[] = [];
    let compared = 0;
    for (const site of fleet.sites) {
      const id = await untilDelivered(fleet, site);
      await site.end("SIGTERM");
      const { differences, rows } = await differencesOf(fleet.office, id, site.folder);
      compared += rows;
      all.push(...differences.map((line) => `${site.name}: ${line}`));
    }
    return { chaos, rows: compared, differences: all };
  } finally {
    await fleet.remove();
  }
}

const POLL_MS = 100;

/** Resolves when the head office has a last change of a site, and so all before it. Returns the site's id. */
async function untilDelivered({ office }: Fleet, { call }: Site): Promise<string> {
  // "Current" is as of the last delivery: the last edits may follow.
  const id = await untilCurrent(call);
  const name = `Last ${randomUUID()}`;
  await demand(call, "POST", "/api/locations", { name });
  const text = "SELECT 1 FROM tallybox.location WHERE site = $1 AND name = $2";
  while ((await query(office, text, [id, name])).length === 0) await sleep(POLL_MS);
  return id;
}
