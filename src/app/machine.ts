import type { PairMode } from "../ops/standby/membership/pair-state.ts";
import { Pair } from "../ops/standby/pair.ts";
import { thisMachine } from "../ops/tls/machine.ts";
import { SERVICE_PLACES } from "../ops/upgrade/places.ts";
import { requestPreparedAddress } from "../ops/upgrade/prepared-address.ts";
import { makeClock } from "../platform/clock.ts";
import { flushLog, type Log, makeLog } from "../platform/log.ts";
import { type Appliance, startAppliance } from "./appliance.ts";
import type { ApplianceOptions } from "./runtime.ts";
import { type StandbyAppliance, startStandbyAppliance } from "./standby-appliance.ts";

/** A machine that may belong to a pair: a server, or a standby that becomes one. */
export interface RunningMachine {
  readonly url: string;
  readonly log: Log;
  /** The server; null while the machine is a standby, or changes. */
  readonly appliance: Appliance | null;
  readonly pair: Pair;
  /** Rejects while the server's storage does not read, write and flush. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** What runs in a mode: a change between two modes of one kind needs no restart. */
type Kind = "server" | "readOnly" | "standby";
const KIND_OF: Readonly<Record<PairMode, Kind>> = {
  alone: "server",
  primary: "server",
  asking: "readOnly",
  superseded: "readOnly",
  standby: "standby",
};

/** Time between two looks whether the prepared address is there. */
const ADDRESS_MS = 30_000;

/**
 * Starts the machine in its part of a pair; without a pair it is a server as any other. When the part changes, what runs is
 * stopped in order, and the other is started at the same ports. `read` gives the options, which a promotion changes. Throws
 * StartupError.
 */
export async function startMachine(read: () => ApplianceOptions): Promise<RunningMachine> {
  const machine = new Machine(read);
  await machine.start();
  return machine;
}

class Machine implements RunningMachine {
  readonly log: Log;
  readonly pair: Pair;
  readonly #read: () => ApplianceOptions;
  readonly #shared: Pick<ApplianceOptions, "clock" | "log" | "pair">;
  #running: { readonly kind: Kind; readonly is: Appliance | StandbyAppliance } | null = null;
  #ports: { readonly http: number; readonly https: number | null } | null = null;
  #changing: Promise<void> = Promise.resolve();
  #addressTimer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(read: () => ApplianceOptions) {
    const options = read();
    const { config } = options;
    this.#read = read;
    this.log = options.log ?? makeLog(config.logLevel);
    const clock = options.clock ?? makeClock();
    this.pair = new Pair(
      { folder: config.dataFolder, clock, log: this.log, syncFailed: (error) => this.#fail(error) },
      { host: config.host, port: config.standbyPort, machine: options.machine ?? thisMachine },
    );
    this.#shared = { clock, log: this.log, pair: this.pair };
  }

  get url(): string {
    return this.#running?.is.url ?? "";
  }

  get appliance(): Appliance | null {
    const running = this.#running;
    return running !== null && "dependencies" in running.is ? running.is : null;
  }

  async start(): Promise<void> {
    this.pair.onMode(() => this.#follow());
    await this.pair.start();
    try {
      await this.#enter();
    } catch (error) {
      await this.pair.stop();
      throw error;
    }
    this.#addressTimer = setInterval(() => this.#keepAddress(), ADDRESS_MS).unref();
  }

  async check(): Promise<void> {
    await this.appliance?.check();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#addressTimer !== null) clearInterval(this.#addressTimer);
    await this.#changing;
    await this.#running?.is.stop();
    await this.pair.stop();
    flushLog(this.log);
  }

  /** Changes what runs, one change after the other. */
  #follow(): void {
    this.#changing = this.#changing.then(() => this.#change()).catch((error: unknown) => this.#fail(error));
  }

  async #change(): Promise<void> {
    const kind = KIND_OF[this.pair.mode];
    if (this.#isStopped || this.#running === null || this.#running.kind === kind) return;
    this.log.warn({ from: this.#running.kind, to: kind }, "the part of this machine in its pair changes");
    const before = this.#running;
    this.#running = null;
    await before.is.stop();
    // The sides of a pair differ: a standby follows, a primary sends.
    if ((before.kind === "standby") !== (kind === "standby")) await this.pair.restart();
    await this.#enter();
  }

  async #enter(): Promise<void> {
    const options = this.#read();
    // The ports of the first start, so that clients find the machine where it was.
    const ports = this.#ports;
    const https = ports?.https != null ? { number: ports.https, isChosen: true } : options.config.https.port;
    const config =
      ports === null
        ? options.config
        : { ...options.config, port: ports.http, https: { ...options.config.https, port: https } };
    const merged = { ...options, config, ...this.#shared };
    const kind = KIND_OF[this.pair.mode];
    const is =
      kind === "standby" ? await startStandbyAppliance(merged, this.pair) : await startAppliance(merged);
    this.#running = { kind, is };
    this.#ports = { http: is.port, https: is.httpsPort };
    this.#keepAddress();
    // A change during the start.
    if (KIND_OF[this.pair.mode] !== kind) this.#follow();
  }

  /**
   * Requests the prepared address on a promoted primary that does not have it: after the promotion, after a start of the machine,
   * and after a request that was lost or failed. A failure must not end the server: the next try is in half a minute.
   */
  #keepAddress(): void {
    const { mode, state } = this.pair;
    if ((mode !== "primary" && mode !== "alone") || !state.usesPreparedAddress) return;
    try {
      const { config, upgradePlaces = SERVICE_PLACES } = this.#read();
      if (requestPreparedAddress(config.dataFolder, upgradePlaces, Date.now()))
        this.log.info("the prepared address was requested");
    } catch (error) {
      this.log.error({ err: error }, "the prepared address could not be requested");
    }
  }

  /** The part of the machine is unclear now: the service manager starts the process again. */
  #fail(error: unknown): void {
    this.log.fatal({ err: error }, "the machine can't go on in its pair; the process ends");
    flushLog(this.log);
    process.kill(process.pid, "SIGKILL");
  }
}
