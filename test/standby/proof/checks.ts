import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newestGeneration } from "../../torture/check/newest.ts";
import { call, until } from "./calls.ts";
import { ITEMS, type Operation } from "./counting-terminal.ts";
import type { KillableMachine } from "./killable-machine.ts";

/** The number of files in which the two copies differ when both machines rest: 0 where they are equal, byte for byte. */
export async function differencesOf(primary: KillableMachine, standby: KillableMachine): Promise<number> {
  const newest = newestGeneration(primary.folder);
  const differ = (name: string) => hashOf(join(primary.folder, name)) !== hashOf(join(standby.folder, name));
  let differences = 2;
  try {
    // The server itself may write meanwhile: it is compared until it rests.
    await until(async () => {
      differences = [newest, `${newest}-wal`].filter(differ).length;
      return differences === 0;
    }, "the copy is equal");
  } catch {
    // The number says it.
  }
  return differences;
}

/** Compares the quantities on the server with the counts that were sent: each must count once. */
export async function checkCounts(
  url: string,
  token: string,
  all: readonly Operation[],
): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0];
  for (const item of ITEMS) {
    const expected = all.filter((one) => one.item === item).length;
    const found = Number(
      (await call(url, "GET", `/api/inventories/items/${item}`, token))["inventoryQuantity"],
    );
    lost += Math.max(0, expected - found);
    doubled += Math.max(0, found - expected);
  }
  return { lost, doubled };
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
