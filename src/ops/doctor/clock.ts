import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { RELEASED } from "../../platform/version.ts";
import { STATE_FILE } from "../../storage/file-names.ts";
import { seen } from "../systemd/observed.ts";
import { told } from "./commands.ts";
import { moment } from "./messages.ts";

/** The machine's time, whether it can be right, and whether it is kept by the network. */
export function aboutClock(config: Config): string[] {
  const now = makeClock().now();
  const lines = [`${moment(now)} (UTC); the site's time zone is ${config.timeZone}`];
  const last = lastTime(config.dataFolder);
  if (last !== null) lines.push(`the server has last recorded ${moment(last)}`);
  if (now < Math.max(RELEASED, last ?? 0))
    lines.push("the clock is behind: set it, or let it be set by the network");
  const synchronized = told("timedatectl", "show", "--property=NTPSynchronized", "--value");
  if (synchronized !== null)
    lines.push(
      synchronized === "yes" ? "it is kept by the network (NTP)" : "it is not kept by the network (NTP)",
    );
  return lines;
}

function lastTime(folder: string): number | null {
  const text = seen(() => readFileSync(join(folder, STATE_FILE), "utf8"), "");
  const time = /"time":"([^"]+)"/.exec(text)?.[1];
  return time === undefined ? null : Date.parse(time);
}
