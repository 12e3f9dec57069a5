import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const ticksPerSecond = 100;

function tree(pid: number): number[] {
  return [
    pid,
    ...readdirSync(`/proc/${pid}/task`).flatMap((thread) => childrenOf(pid, thread).flatMap(tree)),
  ];
}

function childrenOf(pid: number, thread: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    // The thread has ended.
    return [];
  }
}

/** Seconds of CPU (user and system) that the process and its children have used so far. */
export function cpuSeconds(pid: number): number {
  const ticks = tree(pid).map((id) => {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

function megabytes(pid: number, field: "VmRSS" | "VmHWM"): number {
  const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1]) / 1024;
}

/** Resident memory of the process now, in MB. */
export function residentMb(pid: number): number {
  return megabytes(pid, "VmRSS");
}

/** The most resident memory since `resetPeak`, in MB. */
export function peakMb(pid: number): number {
  return megabytes(pid, "VmHWM");
}

/** Resets the kernel's peak of resident memory (proc(5), clear_refs). */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
