import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Stock } from "../fixture.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "../part.ts";
import { compileShim } from "../shim/shim.ts";
import { fault, type Verdict } from "../verdict.ts";
import type { Found } from "./inside.ts";
import { turnReadOnly } from "./read-only.ts";

/** A small real disk fills up and is enlarged; another one is not writable for a while. The server keeps running. */
export const disk: Part = {
  name: "disk",
  summary: "a full disk, then a read-only one, then room again; no restart meanwhile",
  rounds: 5,
  run: starve,
};

async function starve({ fixture, rounds, random, logProgress }: Run): Promise<Outcome> {
  const shim = await compileShim(fixture.scratch);
  const verdicts: Verdict[] = [];
  const notes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const { printerStub: _, ...stock } = fixture;
    const full = await fillUp(stock, random.below(2 ** 32));
    const readOnly = await turnReadOnly(fixture, shim, random);
    verdicts.push(...full.verdicts, ...readOnly.verdicts);
    notes.push(...full.notes, ...readOnly.notes);
    logProgress(`${round + 1} of ${rounds}`);
  }
  return { ...outcomeOf(verdicts, notes), rounds };
}

/** A mount needs a namespace of its own, which only a new process gets (unshare(1); no root is needed). */
async function fillUp(stock: Stock, seed: number): Promise<Found> {
  const script = join(import.meta.dirname, "inside.ts");
  const inside = spawn("unshare", ["-rm", process.execPath, script, JSON.stringify({ stock, seed })], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let trouble = "";
  inside.stdout.on("data", (piece) => {
    output += piece;
  });
  inside.stderr.on("data", (piece) => {
    trouble += piece;
  });
  const [status] = await once(inside, "close");
  if (status !== 0) return { verdicts: [fault(`the small disk: ${trouble || output}`)], notes: [] };
  return JSON.parse(output) as Found;
}
