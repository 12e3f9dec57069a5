import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../../harness/free-port.ts";
import type { Random } from "../../torture/random.ts";
import type { Shim } from "../../torture/shim/shim.ts";
import { KillableMachine, type Place } from "./killable-machine.ts";
import { RecordedDisk } from "./recorded-disk.ts";

/** How a machine is reached: in a network of its own, whose cable can be pulled, or on loopback. */
export interface Connection {
  readonly host: string;
  /** The command before the words that run in its network namespace; empty on loopback. */
  readonly prefix: readonly string[];
}

/** The two machines of a round, with folders that `fill` makes. */
export interface PairOptions {
  readonly connections: readonly [Connection, Connection];
  readonly shim: Shim;
  readonly random: Random;
  /** Fills an empty folder with the demo's data, and one with those of a new server. */
  readonly fill: { demo(folder: string): void; empty(folder: string): void };
}

/** Two machines that were not started yet. `remove` removes their folders. */
export interface PairOfMachines {
  readonly primary: KillableMachine;
  readonly standby: KillableMachine;
  remove(): void;
}

/** Makes the machines of a round. */
export async function makeMachines(options: PairOptions): Promise<PairOfMachines> {
  const { connections, fill, shim, random } = options;
  const scratch = mkdtempSync(join(tmpdir(), "tallybox-pair-"));
  const ports = await freePorts(4);
  const machine = (role: "primary" | "standby", number: 0 | 1) => {
    const folder = join(scratch, role);
    (role === "primary" ? fill.demo : fill.empty)(folder);
    const [port, standbyPort] = ports.slice(number * 2);
    const disk = new RecordedDisk(folder, shim, random.branch());
    const place: Place = {
      ...connections[number],
      folder,
      port: port ?? 0,
      standbyPort: standbyPort ?? 0,
      disk,
    };
    return new KillableMachine(place);
  };
  return {
    primary: machine("primary", 0),
    standby: machine("standby", 1),
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
