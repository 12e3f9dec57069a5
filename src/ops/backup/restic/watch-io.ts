import { readFileSync } from "node:fs";

/** A program that waits reads nothing, or a few bytes for itself. */
const PROGRESS_BYTES = 1000;

/**
 * Calls `onStall` when a program has read almost nothing for `stallMs`, from files or other systems. A system without
 * `/proc/PID/io` can't tell. The caller clears the returned interval.
 */
export function watchReads(
  pid: number | null,
  stallMs: number | undefined,
  onStall: () => void,
): NodeJS.Timeout | undefined {
  if (pid === null || stallMs === undefined) return undefined;
  let last = 0;
  let since = performance.now();
  const look = () => {
    const bytes = bytesOf(pid, "rchar");
    if (bytes === null || bytes >= last + PROGRESS_BYTES) {
      last = bytes ?? last;
      since = performance.now();
    } else if (performance.now() - since >= stallMs) onStall();
  };
  return setInterval(look, Math.ceil(stallMs / 10)).unref();
}

const WRITES_INTERVAL_MS = 500;

/** Calls `onWritten` twice a second with the bytes that a program has written so far. The caller clears the returned interval. */
export function watchWrites(
  pid: number | null,
  onWritten: ((bytes: number) => void) | undefined,
): NodeJS.Timeout | undefined {
  if (pid === null || onWritten === undefined) return undefined;
  const look = () => {
    const bytes = bytesOf(pid, "wchar");
    if (bytes !== null) onWritten(bytes);
  };
  return setInterval(look, WRITES_INTERVAL_MS).unref();
}

/** What a process has read (`rchar`) or written so far (proc(5)); null: not known. */
function bytesOf(pid: number, name: "rchar" | "wchar"): number | null {
  try {
    const lines = readFileSync(`/proc/${pid}/io`, "latin1").split("\n");
    const line = lines.find((one) => one.startsWith(`${name}: `));
    return line === undefined ? null : Number(line.slice(name.length + 2));
  } catch {
    return null;
  }
}
