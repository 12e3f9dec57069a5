import { existsSync, readFileSync, realpathSync } from "node:fs";
import { readOrElse } from "./read-file.ts";

/** Whether a folder is the root of a disk of its own. */
export function isMountPoint(path: string): boolean {
  if (!existsSync(path)) return false;
  const real = realpathSync(path);
  // proc_pid_mountinfo(5): the fifth field, with octal escapes.
  return readOrElse(() => readFileSync("/proc/self/mountinfo", "utf8"), "")
    .split("\n")
    .map((line) => line.split(" ")[4] ?? "")
    .some(
      (place) => place.replaceAll(/\\(\d{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))) === real,
    );
}
