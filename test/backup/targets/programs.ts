import { readdirSync, readFileSync } from "node:fs";

/** The process ids of the programs of restic that work in a data folder. */
export function programsOf(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const command = commandOf(pid);
      return command.includes("restic\0") && command.includes(folder);
    })
    .map(Number);
}

/** The command line of a process; empty where it has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
