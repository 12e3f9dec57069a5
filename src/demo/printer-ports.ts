import { join } from "node:path";
import { readSmallFile, writeSmallFile } from "../storage/files.ts";

const FILE = "demo-printer-ports";

/** Every port that each virtual thing of a folder has had, by its name; the newest last. */
export type PortHistory = ReadonlyMap<string, readonly number[]>;

/** Reads the ports of a folder's earlier starts. Folders of the first demo have one line for all `names`. */
export function readPorts(folder: string, names: readonly string[]): PortHistory {
  const text = readSmallFile(join(folder, FILE))?.trim() ?? "";
  if (/^[\d ]+$/.test(text)) return new Map(names.map((name) => [name, numbers(text)]));
  const lines = text.split("\n").map((line) => line.split(":"));
  return new Map(lines.map(([name = "", ports = ""]) => [name, numbers(ports)]));
}

/** Keeps them for the next start. */
export function writePorts(folder: string, ports: PortHistory): void {
  const lines = [...ports].map(([name, each]) => `${name}: ${each.join(" ")}\n`);
  writeSmallFile(join(folder, FILE), lines.join(""));
}

/** The ports with `port` as the newest of `name`. */
export function withPort(ports: PortHistory, name: string, port: number): PortHistory {
  const former = ports.get(name) ?? [];
  return new Map([...ports, [name, [...former.filter((each) => each !== port), port]]]);
}

function numbers(text: string): number[] {
  return text.split(" ").filter(Boolean).map(Number);
}
