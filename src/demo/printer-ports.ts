import { join } from "node:path";
import { readSmallFile } from "../platform/read-file.ts";
import { writeSmallFile } from "../storage/files/durable-files.ts";

const FILE = "demo-printer-ports";

/** All ports of each printer and the page on a data folder, by name; the newest last. */
export type PortHistory = ReadonlyMap<string, readonly number[]>;

/** Reads the ports of earlier starts. Old folders have one line for all `names`. */
export function readPorts(folder: string, names: readonly string[]): PortHistory {
  const text = readSmallFile(join(folder, FILE))?.trim() ?? "";
  if (/^[\d ]+$/.test(text)) return new Map(names.map((name) => [name, numbers(text)]));
  const lines = text.split("\n").map((line) => line.split(":"));
  return new Map(lines.map(([name = "", ports = ""]) => [name, numbers(ports)]));
}

/** Saves the ports for the next start. */
export function writePorts(folder: string, ports: PortHistory): void {
  const lines = [...ports].map(([name, each]) => `${name}: ${each.join(" ")}\n`);
  writeSmallFile(join(folder, FILE), lines.join(""));
}

/** Adds `port` as the newest of `name`. */
export function withPort(ports: PortHistory, name: string, port: number): PortHistory {
  const former = ports.get(name) ?? [];
  return new Map([...ports, [name, [...former.filter((each) => each !== port), port]]]);
}

function numbers(text: string): number[] {
  return text.split(" ").filter(Boolean).map(Number);
}
