import { hostname, networkInterfaces } from "node:os";

/** What the certificate depends on of the machine, as it is now. */
export interface Machine {
  hostName(): string;
  /** Its IPv4 and IPv6 addresses, in any order. */
  addresses(): readonly string[];
}

/** The machine that the box runs on. */
export const thisMachine: Machine = {
  hostName: hostname,
  addresses: () =>
    Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).map(({ address }) => address),
    ),
};
