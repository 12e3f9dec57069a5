import { Unavailable } from "../../domain/errors.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { queryPrinterStatus, type StatusReading, type StatusTarget } from "../transport/printer-status.ts";
import * as reasons from "../transport/reasons.ts";
import { Lane, type PrinterTraits, unknownTraits } from "./lane.ts";
import type { LaneAddress } from "./lane-requests.ts";
import type { QueueLimits } from "./limits.ts";
import { writeInterrupted } from "./request.ts";
import * as store from "./store.ts";

const BATCH = 500;
const MARK_EVERY_MS = 1000;
/** A reading is reused for this time: several consoles at once cause one query. */
const FRESH_MS = 2000;
const FAILING_MS = 60_000;

/** The running print queue: one lane for each address and port with waiting requests. Uses no time while idle. */
export class PrintQueue {
  readonly #dependencies: Dependencies;
  readonly #limits: QueueLimits;
  readonly #lanes = new Map<string, Lane>();
  readonly #readings = new Map<string, StatusReading>();
  readonly #traits = new Map<string, PrinterTraits>();
  readonly #queries = new Map<string, Promise<StatusReading>>();
  #markTimer: NodeJS.Timeout | undefined;
  #isMarked = false;
  #isScheduled = false;
  #isStopping = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: Dependencies, limits: QueueLimits) {
    this.#dependencies = dependencies;
    this.#limits = limits;
  }

  /** Marks the requests that were being printed when the process ended, then follows the table's commits. */
  async start(): Promise<void> {
    this.#markTimer = setInterval(() => this.#retryMark(), MARK_EVERY_MS).unref();
    await this.#mark();
    this.#dependencies.storage.onChange(["printRequest", "printer"], (written) => {
      if (written.has("printer")) this.#forgetSilence();
      this.#schedule();
    });
    this.#schedule();
  }

  /** The status of a printer, by a query over its own connection; while its lane runs, the last known one. */
  async status(printer: StatusTarget): Promise<StatusReading> {
    const key = keyOf(printer);
    const lane = this.#lanes.get(key);
    if (lane?.isSending)
      return lane.status.condition === "ready" ? { ...lane.status, condition: "busy" } : lane.status;
    if (lane) return lane.status;
    const last = this.#readings.get(key);
    if (last && this.#dependencies.clock.now() - last.at < FRESH_MS) return last;
    // A lane that gets work meanwhile starts after the query: one connection at a time.
    const query =
      this.#queries.get(key) ??
      queryPrinterStatus(this.#dependencies, printer).finally(() => {
        this.#queries.delete(key);
        this.#schedule();
      });
    this.#queries.set(key, query);
    this.#readings.set(key, await query);
    return query;
  }

  /** True when an internal error ended a lane within the last minute. */
  isFailing(): boolean {
    return performance.now() - this.#failedAt < FAILING_MS;
  }

  /** Stops all lanes; resolves when they and the status queries have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#markTimer);
    const lanes = [...this.#lanes.values()].map((lane) => lane.stop());
    await Promise.all([...lanes, ...this.#queries.values()]);
  }

  #retryMark(): void {
    if (this.#isMarked) {
      clearInterval(this.#markTimer);
      return;
    }
    this.#mark().then(
      () => this.#schedule(),
      (error: unknown) => this.#dependencies.log.error({ err: error }, "print queue start delayed"),
    );
  }

  async #mark(): Promise<void> {
    try {
      await this.#markInterrupted();
      this.#findCut();
      this.#isMarked = true;
    } catch (error) {
      // Without space on the disk no request can begin either; the rest of the server runs.
      if (!(error instanceof Unavailable)) throw error;
      this.#dependencies.log.warn(
        "interrupted print requests not marked yet: the disk is not accepting writes",
      );
    }
  }

  /** After a crash or power cut the printed labels are unknown: the requests become interrupted, and a person decides. */
  async #markInterrupted(): Promise<void> {
    const { storage } = this.#dependencies;
    for (;;) {
      const requests = store.printingRequests.all(storage.db, { limit: BATCH });
      if (requests.length === 0) return;
      for (const request of requests) {
        await storage.write(request.tenantId, (tx) => writeInterrupted(tx, request, reasons.serverStopped), {
          evenWhenLow: true,
        });
      }
    }
  }

  /** Finds the printers that may wait for the rest of a label of an earlier process. */
  #findCut(): void {
    const { storage, clock, config } = this.#dependencies;
    const since = new Date(clock.ago(config.printing.dataMs)).toISOString();
    for (const printer of store.cutPrinters.all(storage.db, { since }))
      this.#traitsOf(keyOf(printer)).isCut = true;
  }

  /** A changed printer may reply to queries. */
  #forgetSilence(): void {
    for (const traits of this.#traits.values()) traits.isSilent = false;
  }

  #traitsOf(key: string): PrinterTraits {
    const traits = this.#traits.get(key) ?? unknownTraits();
    this.#traits.set(key, traits);
    return traits;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isStopping) return;
    this.#isScheduled = true;
    setImmediate(() => this.#startLanes());
  }

  #startLanes(): void {
    this.#isScheduled = false;
    if (this.#isStopping || !this.#isMarked) return;
    for (const lane of this.#lanes.values()) lane.wake();
    for (const printer of store.addressesWithWaiting.all(this.#dependencies.storage.db, {})) {
      const address = { ipAddress: printer.ipAddress.toLowerCase(), port: printer.port };
      const key = keyOf(address);
      if (!this.#lanes.has(key) && !this.#queries.has(key)) this.#startLane(key, address);
    }
  }

  #startLane(key: string, address: LaneAddress): void {
    const started = new Lane(this.#dependencies, address, this.#limits, this.#traitsOf(key), (lane) => {
      this.#lanes.delete(key);
      this.#readings.set(key, lane.status);
      if (lane.hasFailed) this.#failedAt = performance.now();
      // Requests may have come between the lane's last query and its end.
      this.#schedule();
    });
    this.#lanes.set(key, started);
  }
}

const keyOf = ({ ipAddress, port }: LaneAddress) => `${ipAddress.toLowerCase()} ${port}`;
