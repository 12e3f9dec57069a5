import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../torture/random.ts";
import { query } from "../postgres.ts";
import type { Fleet, Site } from "./fleet.ts";

/** What happened while the sites were edited. */
export interface ChaosOutcome {
  readonly edits: number;
  readonly kills: number;
}

const EDITORS = 6;
const PAUSE_MS = 1000;
/** Shares of what ends: a site, its line, the database. */
const [KILL, CUT] = [0.4, 0.5];

/** Edits random sites for so long, while sites are killed, lines cut and the database crashes at random. All run in the end. */
export async function runChaos(
  fleet: Fleet,
  articles: number,
  seconds: number,
  random: Random,
): Promise<ChaosOutcome> {
  const end = performance.now() + seconds * 1000;
  const counted = { edits: 0, kills: 0 };

  async function edit(own: Random): Promise<void> {
    while (performance.now() < end) {
      const site = own.pick(fleet.sites);
      if (!site.isRunning) {
        await sleep(10);
        continue;
      }
      try {
        const { status } = await randomEdit(site, articles, own);
        if (status < 300) counted.edits++;
      } catch {
        // The site was killed meanwhile: whether the edit counts is decided by its data.
      }
    }
  }
  async function disturb(own: Random): Promise<void> {
    while (performance.now() < end) {
      await sleep(own.below(2 * PAUSE_MS));
      const what = own.between(0, 1);
      if (what < KILL) {
        const site = own.pick(fleet.sites);
        await site.end("SIGKILL");
        await site.start();
        counted.kills++;
      } else if (what < KILL + CUT) {
        await cut(fleet, own.pick(fleet.sites));
      } else {
        await fleet.postgres.kill();
        await fleet.postgres.start();
      }
    }
  }
  await Promise.all([
    ...Array.from({ length: EDITORS }, () => edit(random.branch())),
    disturb(random.branch()),
  ]);
  return counted;
}

/** Breaks the connection of a site. */
function cut({ office }: Fleet, { login }: Site) {
  return query(office, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [login]);
}

function randomEdit({ call }: Site, articles: number, random: Random) {
  const oid = 1 + random.below(articles);
  const number = random.below(1_000_000);
  switch (random.below(4)) {
    case 0:
      return call("POST", "/api/articles", {
        ...{ code: `X${number}`, name: `New ${number}` },
        ...{ categoryId: 1, typeId: 1, stateId: 2 },
      });
    case 1:
      return call("DELETE", `/api/articles/${oid}`);
    case 2:
      return call("POST", "/api/locations", { name: `Shelf ${number}` });
    default:
      return call("PUT", `/api/articles/${oid}`, { name: `Edited ${number}`, code: `E${oid}` });
  }
}
