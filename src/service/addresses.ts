import { isIP } from "node:net";
import { answersAt, isLinkLocal6 } from "../discovery/networks.ts";
import { isLoopback } from "../http/address.ts";
import { type Machine, thisMachine } from "../trust/machine.ts";

/** The addresses at which others reach a box that listens on `host`, IPv4 first. */
export function addresses(host: string, machine: Machine = thisMachine): string[] {
  return machine
    .addresses()
    .filter((address) => answersAt(host, address) && !isLoopback(address) && !isLinkLocal6(address))
    .toSorted((a, b) => isIP(a) - isIP(b));
}
