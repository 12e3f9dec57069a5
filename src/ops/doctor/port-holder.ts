import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { readOrElse } from "../../platform/read-file.ts";

/** A program that listens on a port. */
interface PortHolder {
  readonly pid: number;
  readonly name: string;
}

/** The state LISTEN in /proc/net/tcp (proc(5), include/net/tcp_states.h). */
const LISTEN = "0A";

/**
 * Finds the program that listens on the port, on any address. Null where there is none; "unknown" where the process can't be
 * determined (another user's process, without root).
 */
export function findPortHolder(port: number): PortHolder | "unknown" | null {
  const inodes = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => listening(table, port));
  if (inodes.length === 0) return null;
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (!filesOf(pid).some((file) => sockets.has(file))) continue;
    return { pid: Number(pid), name: readOrElse(() => readFileSync(`/proc/${pid}/comm`, "utf8"), "").trim() };
  }
  return "unknown";
}

function listening(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readOrElse(() => readFileSync(table, "latin1"), "")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = "", , state]) => state === LISTEN && local.endsWith(suffix))
    .map((columns) => columns[9] ?? "");
}

/** Open files of a process; empty where it has just ended or belongs to another user. */
function filesOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return readOrElse(() => readdirSync(folder), []).map((fd) =>
    readOrElse(() => readlinkSync(`${folder}/${fd}`), ""),
  );
}
