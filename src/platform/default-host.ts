import { networkInterfaces } from "node:os";
import type { Interfaces } from "./networks.ts";

/** The address to listen on where `Host` is not set: all of them, those of IPv6 too where this machine has it. */
export function defaultHost(interfaces: Interfaces = networkInterfaces()): string {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  return all.some(({ family }) => family === "IPv6") ? "::" : "0.0.0.0";
}
