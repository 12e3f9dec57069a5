import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { copyDataFolder } from "../../harness/demo-copy.ts";
import { times } from "../../harness/times.ts";
import { randomSeed, seededRandom } from "../../torture/random.ts";
import { compileShim } from "../../torture/shim/shim.ts";
import { type Connection, makeMachines } from "./pair-site.ts";
import { playRound } from "./rounds.ts";

const LOOPBACK = { host: "127.0.0.1", prefix: [] };
/** Machines whose cables can be pulled, where main.ts has made them. */
const WITH_CABLES: readonly [Connection, Connection] | null = JSON.parse(
  process.env["PAIR_CONNECTIONS"] ?? "null",
);
const CABLE = WITH_CABLES === null ? [] : (["cable", "cable"] as const);
const FAILURES = ["process", "power", "freeze", "power", ...CABLE] as const;
const TERMINALS = WITH_CABLES === null ? 10 : 50;

test.each(["process", "power", ...CABLE.slice(1)] as const)(
  "no count is lost or doubled when both machines fail and the standby is promoted (last: %s)",
  async (lastFailure) => {
    const scratch = mkdtempSync(join(tmpdir(), "tallybox-shim-"));
    onTestFinished(() => rm(scratch, { recursive: true }));
    const shim = await compileShim(scratch);
    const fill = {
      demo: (folder: string) => copyDataFolder(inject("demoFolder"), folder),
      empty: (folder: string) => copyDataFolder(inject("emptyFolder"), folder),
    };
    const seed = randomSeed();
    const random = seededRandom(seed);
    for (let round = 0; round < times(1); round++) {
      const machines = await makeMachines({
        connections: WITH_CABLES ?? [LOOPBACK, LOOPBACK],
        shim,
        random,
        fill,
      });
      onTestFinished(machines.remove);
      const failures = random.shuffled(FAILURES);
      const result = await playRound({ terminals: TERMINALS, failures, lastFailure, machines, random });
      expect(result, `seed ${seed}`).toMatchObject({ lost: 0, doubled: 0, takenByFormer: 0, differences: 0 });
      expect(result.counts).toBeGreaterThan(10);
    }
  },
);
