import { existsSync } from "node:fs";

type Prefix = readonly string[];

/** The words before a command, where this system has their program. */
const existing = (...prefixes: readonly Prefix[]) =>
  prefixes.filter(([path = ""]) => existsSync(path)).flat();

/** Ends a program with the process that has started it. */
export const ENDS_WITH_PARENT: Prefix = existing(["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"]);

/** Gives a program processor and disk only when nobody else wants them. A system that denies it runs it at normal priority. */
export const LOWEST_PRIORITY: Prefix = existing(
  ["/usr/bin/nice", "-n", "19"],
  ["/usr/bin/ionice", "-c", "3", "-t"],
);
