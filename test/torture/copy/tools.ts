import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import type { Random } from "../random.ts";
import { copyAtWorst } from "./adversary.ts";

/** A way to copy a folder; `to` is not there yet. */
export interface Tool {
  readonly name: string;
  copy(from: string, to: string, random: Random): Promise<void>;
}

/** Exits with 1 where a file changed or vanished meanwhile, which does not invalidate the copy. */
const CHANGED_MEANWHILE = 1;
/** Some files vanished before they could be copied. */
const RSYNC_VANISHED = 24;

const ADVERSARY: Tool = { name: "adversary", copy: copyAtWorst };
const TOOLS: readonly (Tool & { readonly command: string })[] = [
  {
    name: "cp -r",
    command: "cp",
    copy: (from, to) => run("cp", ["-r", from, to], [CHANGED_MEANWHILE]),
  },
  {
    name: "tar",
    command: "tar",
    async copy(from, to) {
      await run("tar", ["-cf", `${to}.tar`, "-C", from, "."], [CHANGED_MEANWHILE]);
      await mkdir(to);
      await run("tar", ["-xf", `${to}.tar`, "-C", to], []);
    },
  },
  {
    name: "rsync -a",
    command: "rsync",
    copy: (from, to) => run("rsync", ["-a", `${from}/`, to], [RSYNC_VANISHED]),
  },
];

/** The tools that this machine has; most copies are by the adversary. */
export function findTools(): readonly Tool[] {
  const has = (command: string) => spawnSync(command, ["--version"]).status === 0;
  return [ADVERSARY, ADVERSARY, ADVERSARY, ...TOOLS.filter(({ command }) => has(command))];
}

/** Runs a command; throws when it ends with another status than 0 and those that are fine as well. */
async function run(command: string, args: readonly string[], fine: readonly number[]): Promise<void> {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.on("data", (piece) => {
    output += piece;
  });
  const [status] = await once(child, "close");
  if (status !== 0 && !fine.includes(status)) throw new Error(`${command} ended with ${status}: ${output}`);
}
