import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/**
 * How many bytes of the connection the other side's TCP has not taken yet, from /proc/net/tcp (proc(5)); null where the
 * kernel does not tell. A write that returned says only that our own kernel has the bytes.
 */
export async function untakenBytes(socket: Socket): Promise<number | null> {
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

async function readTable(path: string): Promise<string | null> {
  try {
    return await readFile(path, "latin1");
  } catch {
    // No such table on this system: then nothing is known, and the caller goes by the socket alone.
    return null;
  }
}
