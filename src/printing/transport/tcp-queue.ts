import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/**
 * The number of bytes that the peer's TCP has not acknowledged, from /proc/net/tcp (proc(5)); null where the kernel has
 * no such table. A completed write means only that our own kernel has the bytes.
 */
export async function unacknowledgedBytes(socket: Socket): Promise<number | null> {
  const { localPort, remotePort, remoteFamily } = socket;
  if (localPort === undefined || remotePort === undefined) return null;
  const table = await readTable(remoteFamily === "IPv6" ? "/proc/net/tcp6" : "/proc/net/tcp");
  if (table === null) return null;
  const local = `:${hex(localPort)}`;
  const remote = `:${hex(remotePort)}`;
  for (const line of table.split("\n")) {
    const [, from = "", to = "", , queues = ""] = line.trim().split(/\s+/);
    if (from.endsWith(local) && to.endsWith(remote)) return Number.parseInt(queues.split(":")[0] ?? "", 16);
  }
  return null;
}

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");

interface Reading {
  readonly now: Promise<string | null>;
  next: Promise<string | null> | null;
}

const readings = new Map<string, Reading>();

/**
 * Reads the table after this call. Calls during a read share the next one. A read walks the kernel's whole hash table
 * (milliseconds), and concurrent reads would fill the thread pool that fsync needs.
 */
function readTable(path: string): Promise<string | null> {
  const current = readings.get(path);
  if (current === undefined) return begin(path);
  current.next ??= current.now.then(() => begin(path));
  return current.next;
}

async function begin(path: string): Promise<string | null> {
  const reading: Reading = { now: readOnce(path), next: null };
  readings.set(path, reading);
  const table = await reading.now;
  if (reading.next === null) readings.delete(path);
  return table;
}

async function readOnce(path: string): Promise<string | null> {
  try {
    return await readFile(path, "latin1");
  } catch {
    // This system has no such table. The caller relies on the socket alone.
    return null;
  }
}
