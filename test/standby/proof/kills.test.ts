import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { copyDataFolder } from "../../harness/demo-copy.ts";
import { times } from "../../harness/times.ts";
import { seededRandom } from "../../torture/random.ts";
import { compileShim } from "../../torture/shim/shim.ts";
import { makeMachines } from "./pair-site.ts";
import { playRound } from "./rounds.ts";

const LOOPBACK = { host: "127.0.0.1", prefix: [] };
const FAILURES = ["process", "power", "freeze", "power"] as const;

test.each(["process", "power"] as const)(
  "no count is lost or doubled when both machines fail and the standby is promoted (last: %s)",
  async (lastFailure) => {
    const scratch = mkdtempSync(join(tmpdir(), "tallybox-shim-"));
    onTestFinished(() => rm(scratch, { recursive: true }));
    const shim = await compileShim(scratch);
    const fill = {
      demo: (folder: string) => copyDataFolder(inject("demoFolder"), folder),
      empty: (folder: string) => copyDataFolder(inject("emptyFolder"), folder),
    };
    const random = seededRandom(Math.floor(Math.random() * 2 ** 32));
    for (let round = 0; round < times(1); round++) {
      const machines = await makeMachines({ connections: [LOOPBACK, LOOPBACK], shim, random, fill });
      onTestFinished(machines.remove);
      const result = await playRound({ terminals: 10, failures: FAILURES, lastFailure, machines, random });
      expect(result).toMatchObject({ lost: 0, doubled: 0, takenByFormer: 0, differences: 0 });
      expect(result.counts).toBeGreaterThan(10);
    }
  },
);
