import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type ServerProcess, startServerProcess } from "../../torture/server-process.ts";
import type { RecordedDisk } from "./recorded-disk.ts";

const run = promisify(execFile);

/** The interface of a machine in a network of its own. */
export const INTERFACE = "eth0";

/** The network of the machines, whose addresses may read the metrics. */
const NETWORK = "10.1.0.0/24";

/** Where a machine of the pair runs. */
export interface Place {
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly standbyPort: number;
  /** The command before the words that run in the machine's network namespace; empty: on loopback, where no cable can be pulled. */
  readonly prefix: readonly string[];
  readonly disk: RecordedDisk;
}

/** A machine of the pair: a server that fails in several ways, and starts again on its folder and ports. */
export class KillableMachine {
  readonly place: Place;
  #process: ServerProcess | null = null;

  constructor(place: Place) {
    this.place = place;
  }

  get folder(): string {
    return this.place.folder;
  }

  get url(): string {
    return `http://${this.place.host}:${this.place.port}`;
  }

  async start(): Promise<void> {
    const { folder, host, port, standbyPort, prefix, disk } = this.place;
    const settings = {
      ...{ HOST: host, PORT: String(port), STANDBY_PORT: String(standbyPort) },
      METRICS_ALLOWED_ADDRESSES: NETWORK,
    };
    this.#process = await startServerProcess(folder, { ...settings, ...disk.environment() }, prefix);
  }

  /** The process is killed. */
  async kill(): Promise<void> {
    await this.#process?.end("SIGKILL");
    this.#process = null;
  }

  /** The machine loses its power, and with it what it had not flushed. */
  async cutPower(): Promise<void> {
    await this.kill();
    this.place.disk.cut();
  }

  /** The machine's cable is pulled: it goes on, but nobody reaches it. */
  async unplug(): Promise<void> {
    await this.#ip("down");
  }

  async plugIn(): Promise<void> {
    await this.#ip("up");
  }

  /** It neither answers nor notices. */
  async freeze(ms: number): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    process.kill(pid, "SIGSTOP");
    await sleep(ms);
    process.kill(pid, "SIGCONT");
  }

  async #ip(state: "up" | "down"): Promise<void> {
    const [command = "", ...words] = [...this.place.prefix, "ip", "link", "set", INTERFACE, state];
    await run(command, words);
  }
}
