import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { readOrElse } from "../../platform/read-file.ts";
import { RELEASED } from "../../platform/version.ts";
import { STATE_FILE } from "../../storage/files/file-names.ts";
import { formatTime } from "./format.ts";
import { runCommand } from "./run-command.ts";

/** Time of the machine, whether it is plausible, and whether NTP synchronizes it. */
export function describeClock(config: Config): string[] {
  const now = makeClock().now();
  const lines = [`${formatTime(now)} (UTC); the site's time zone is ${config.timeZone}`];
  const last = lastTime(config.dataFolder);
  if (last !== null) lines.push(`the last time recorded by the server is ${formatTime(last)}`);
  if (now < Math.max(RELEASED, last ?? 0)) lines.push("the clock is behind: set it, or enable NTP");
  const synchronized = runCommand("timedatectl", "show", "--property=NTPSynchronized", "--value");
  if (synchronized !== null)
    lines.push(synchronized === "yes" ? "synchronized by NTP" : "not synchronized by NTP");
  return lines;
}

function lastTime(folder: string): number | null {
  const text = readOrElse(() => readFileSync(join(folder, STATE_FILE), "utf8"), "");
  const time = /"time":"([^"]+)"/.exec(text)?.[1];
  return time === undefined ? null : Date.parse(time);
}
