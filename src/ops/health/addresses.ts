import { isIP } from "node:net";
import { isLoopback } from "../../http/server/client-address.ts";
import { answersAt, isLinkLocal6 } from "../../platform/networks.ts";
import { type Machine, thisMachine } from "../tls/machine.ts";

/** The addresses at which others reach a box that listens on `host`, IPv4 first. */
export function listNetworkAddresses(host: string, machine: Machine = thisMachine): string[] {
  return machine
    .addresses()
    .filter((address) => answersAt(host, address) && !isLoopback(address) && !isLinkLocal6(address))
    .toSorted((a, b) => isIP(a) - isIP(b));
}
