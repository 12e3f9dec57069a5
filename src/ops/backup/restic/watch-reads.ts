import { readFileSync } from "node:fs";

/** A program that waits reads nothing, or a few bytes for itself. */
const PROGRESS_BYTES = 1000;

/**
 * Calls `onStall` when a program has read almost nothing for `stallMs`, from files or other systems. A system without
 * `/proc/PID/io` can't tell. The caller clears the returned interval.
 */
export function watchReads(
  pid: number | undefined,
  stallMs: number | undefined,
  onStall: () => void,
): NodeJS.Timeout | undefined {
  if (pid === undefined || stallMs === undefined) return undefined;
  let last = 0;
  let since = performance.now();
  const look = () => {
    const bytes = bytesRead(pid);
    if (bytes === null || bytes >= last + PROGRESS_BYTES) {
      last = bytes ?? last;
      since = performance.now();
    } else if (performance.now() - since >= stallMs) onStall();
  };
  return setInterval(look, Math.ceil(stallMs / 10)).unref();
}

/** What a process has read so far; null: not known. */
function bytesRead(pid: number): number | null {
  try {
    const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "latin1")) ?? [];
    return bytes === undefined ? null : Number(bytes);
  } catch {
    return null;
  }
}
