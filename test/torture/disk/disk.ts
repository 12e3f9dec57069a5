import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Stock } from "../fixture.ts";
import type { Run } from "../part.ts";
import { compileShim } from "../shim/shim.ts";
import { fault, total, type Verdict } from "../verdict.ts";
import { turnReadOnly } from "./read-only.ts";

/** A small real disk fills up and is enlarged; another one is not writable for a while. The server keeps running. */
export async function disk({ fixture, rounds, random }: Run): Promise<Verdict> {
  const shim = await compileShim(fixture.scratch);
  const verdicts: Verdict[] = [];
  for (let round = 0; round < rounds; round++) {
    const { printerStub: _, ...stock } = fixture;
    verdicts.push(...(await fillUp(stock, random.below(2 ** 32))));
    verdicts.push(...(await turnReadOnly(fixture, shim, random)));
  }
  return total(verdicts);
}

/** A mount needs a namespace of its own, which only a new process gets (unshare(1); no root is needed). */
async function fillUp(stock: Stock, seed: number): Promise<readonly Verdict[]> {
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
  if (status !== 0) return [fault(`the small disk: ${trouble || output}`)];
  return JSON.parse(output) as Verdict[];
}
