import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Caller, timed } from "./caller.ts";
import { RUNNING_STOCKTAKE } from "./counting.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { load } from "./load.ts";
import { peakMb, resetPeak } from "./process.ts";
import type { Product } from "./product.ts";

const TERMINALS = 200;
/** A person looks, types, walks on. */
const PAUSE_MS = 2000;
const ATTACK = join(import.meta.dirname, "../security/attack/hostile-host.ts");
/** Another address of loopback than the terminals'. */
const ATTACKER = "127.0.0.66";
const P99_MS = 100;
/** What docs/operate/limits.md names. */
const PEAK_MB = 450;

/** Counts of 200 terminals, alone and beside 2 000 bad connections of one host. */
export async function measureHostile(product: Product, seconds: number): Promise<Figure[]> {
  const office = new Caller(product);
  const path = `/api/inventories/${RUNNING_STOCKTAKE}/items`;
  const items = await office.demand<{ oid: number }[]>("GET", path);
  office.close();
  let turn = 0;
  const count = () =>
    load(product, TERMINALS, seconds, async (caller) => {
      await sleep(Math.random() * PAUSE_MS);
      const update = { oid: items[++turn % items.length]?.oid, inventoryQuantity: turn % 5 };
      let status = 0;
      const ms = await timed(async () => {
        ({ status } = await caller.send("PUT", "/api/inventories/items/update", update));
      });
      return status === 200 ? ms : undefined;
    });
  const alone = await count();
  const to = ["--port", new URL(product.url).port, "--from", ATTACKER, "--token", product.token];
  const attack = spawn(process.execPath, [ATTACK, ...to], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(attack.stdout, "data");
    resetPeak(product.pid);
    const beside = await count();
    return [
      ...figuresOf("counts, alone", alone),
      ...figuresOf("counts beside 2 000 bad connections", beside, { p99: P99_MS }),
      { what: "peak MB beside them", value: peakMb(product.pid), atMost: PEAK_MB },
    ];
  } finally {
    attack.kill("SIGKILL");
  }
}
