import { isIP } from "node:net";
import { DomainError, Invalid, Unavailable } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import { RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { Log } from "../../platform/log.ts";
import { endOfInterrupted } from "../languages/interruption.ts";
import { type PrinterType, printerTypeOf } from "../languages/printer-types.ts";
import { createStatusQuery } from "../languages/registry.ts";
import { commandsInWorker } from "../layouts/draw-layout.ts";
import { fitProblem } from "../layouts/printer-fit.ts";
import { packedSize, rowBytes } from "../raster/bitmap.ts";
import { rasterCommands, type WireLabel } from "../raster/commands.ts";
import { resolveOnSite } from "../transport/printer-address.ts";
import type { StatusReading } from "../transport/printer-status.ts";
import * as reasons from "../transport/reasons.ts";
import { type PrintJobEvents, type SendOutcome, sendJob } from "../transport/send-job.ts";
import { type LaneAddress, LaneRequests, type NextRequest } from "./lane-requests.ts";
import type { QueueLimits } from "./limits.ts";
import { type LaneRequest, type StoredLabel, serializeMessage } from "./request.ts";
import * as states from "./state-store.ts";
import * as store from "./store.ts";

const RESTART_MS = 1000;
/** A condition reported within this time before a failed attempt is its cause. */
const RECENT_MS = 1000;

interface CurrentJob {
  readonly oid: number;
  readonly abort: AbortController;
  abortReason: Message;
  /** Its first byte may have been sent. */
  isPrinting: boolean;
  /** The stall that was saved last; undefined: it was refused. */
  stall: string | null | undefined;
}

/** The requests of one address and port, in order, one connection at a time. Runs until no request is pending. */
export class Lane {
  readonly #dependencies: Dependencies;
  readonly #address: LaneAddress;
  readonly #limits: QueueLimits;
  readonly #traits: PrinterTraits;
  readonly #stopping = new AbortController();
  readonly #requests: LaneRequests;
  readonly #running: Promise<void>;
  #current: CurrentJob | null = null;
  #status: StatusReading;
  #endPause = () => {};
  #hasFailed = false;

  /** Starts the lane. `onEnd` is called when no request is pending, or after `stop`. */
  constructor(
    dependencies: Dependencies,
    address: LaneAddress,
    limits: QueueLimits,
    traits: PrinterTraits,
    onEnd: (lane: Lane) => void,
  ) {
    this.#dependencies = dependencies;
    this.#address = address;
    this.#limits = limits;
    this.#traits = traits;
    this.#status = { condition: "unknown", at: dependencies.clock.now() };
    this.#requests = new LaneRequests(dependencies, address, limits, this.#stopping.signal);
    this.#running = this.#run()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => onEnd(this));
  }

  /** The last known status of the printer. */
  get status(): StatusReading {
    return this.#status;
  }

  get isSending(): boolean {
    return this.#current !== null;
  }

  /** True when an internal error ended the lane. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Looks for changes: a new request, a cancelled one, another address. */
  wake(): void {
    this.#endPause();
    const job = this.#current;
    if (job === null || job.abort.signal.aborted) return;
    const { db } = this.#dependencies.storage;
    const stateId = states.stateOf.first(db, { oid: job.oid })?.stateId;
    // Cancelled while it is being sent: the connection ends, and the printed labels are unknown. It may already wait again.
    if (stateId !== RequestState.Error && !(job.isPrinting && stateId === RequestState.Waiting)) return;
    job.abortReason = reasons.cancelledReason;
    job.abort.abort();
  }

  /** Gives the job that is being sent `stopMs` to end. Resolves when the lane has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endPause();
    const job = this.#current;
    if (job === null) return this.#running;
    const timer = setTimeout(() => job.abort.abort(), this.#limits.stopMs);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { clock } = this.#dependencies;
    try {
      while (!this.#stopping.signal.aborted) {
        const next = await this.#requests.next();
        if (next === null) return;
        const { claim, request } = next;
        const { nextTryDT } = request;
        const delay = nextTryDT === null || claim !== null ? 0 : Date.parse(nextTryDT) - clock.now();
        if (delay > 0) await this.#pause(delay);
        else await this.#print(next);
      }
    } finally {
      await this.#requests.release();
    }
  }

  /** Prints one label. Waits until its outcome is saved, unless the printer is fast. */
  async #print(next: NextRequest): Promise<void> {
    const startedAt = performance.now();
    const outcome = await this.#attempt(next);
    this.#learn(outcome);
    const isFast = performance.now() - startedAt < this.#limits.fastMs;
    const isKnown = outcome.kind === "done" ? outcome.isConfirmed : outcome.kind === "dropped";
    if (isKnown && isFast) this.#requests.saveBehind(next.request, outcome);
    else await this.#requests.save(next.request, outcome);
  }

  /** An internal error is logged. The lane starts again after a while, for other requests may be sound. */
  async #fail(error: unknown): Promise<void> {
    this.#hasFailed = true;
    this.#dependencies.log.error({ err: error, ...this.#address }, "a print lane failed");
    if (!this.#stopping.signal.aborted) await this.#pause(RESTART_MS);
  }

  /** Waits for `ms`, or until `wake`: the first request may be another then. */
  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #attempt(next: NextRequest): Promise<SendOutcome> {
    const { request } = next;
    const { db } = this.#dependencies.storage;
    const address = await this.#resolveAddress(request);
    if (typeof address !== "string") return { kind: "notSent", reason: address, isAtPrinter: true };
    // Removed with the sample data during the address look-up.
    if (states.stateOf.first(db, { oid: request.oid }) === null) return { kind: "dropped" };
    const stored = store.dataOf.first(db, { oid: request.oid });
    if (stored === null) throw new Error(`print request ${request.oid} has no data`);
    const type = printerTypeOf(stored.printerTypeId);
    const wire =
      stored.isRaster === 1
        ? await renderRaster(request, stored, this.#dependencies.log)
        : { data: stored.data, repeats: 1 };
    if ("kind" in wire) return wire;
    if (this.#stopping.signal.aborted) return postponed(reasons.serverStopped);
    const abort = new AbortController();
    const job: CurrentJob = {
      oid: request.oid,
      abort,
      abortReason: reasons.serverStopped,
      isPrinting: false,
      stall: null,
    };
    this.#current = job;
    try {
      const outcome = await sendJob({
        printer: request,
        address,
        ...wire,
        ending: endingFor(this.#traits, type),
        query: this.#traits.isSilent ? null : createStatusQuery(type),
        limits: this.#limits,
        signal: abort.signal,
        abortReason: () => job.abortReason,
        events: this.#eventsOf(next, stored, job),
      });
      updateTraits(this.#traits, outcome, stored.isRaster === 1);
      return outcome;
    } finally {
      this.#current = null;
    }
  }

  #eventsOf(next: NextRequest, stored: StoredLabel, job: CurrentJob): PrintJobEvents {
    return {
      onNoReply: () => {
        this.#traits.isSilent = true;
      },
      onCondition: (condition) => this.#setCondition(condition),
      beforeFirstByte: async () => {
        // It is connected, and has reported nothing else.
        if (this.#status.condition === "away") this.#setCondition("unknown");
        const refusal = await this.#claim(next);
        if (refusal !== null) return refusal;
        job.isPrinting = true;
        const now = store.dataOf.first(this.#dependencies.storage.db, next.request);
        return now === null ? null : changeOfPrinter(stored, now);
      },
      onStall: (reason) => this.#saveStall(next.request, job, reason),
    };
  }

  /** Makes the request Printing. Resolves to the outcome of one that must not be sent now; null: send it. */
  async #claim(next: NextRequest): Promise<SendOutcome | null> {
    try {
      return (await this.#requests.claim(next)) ? null : { kind: "dropped" };
    } catch (error) {
      if (error instanceof Unavailable) return postponed(error.text);
      throw error;
    }
  }

  #setCondition(condition: StatusReading["condition"]): void {
    this.#status = { condition, at: this.#dependencies.clock.now() };
  }

  /** The address to connect to. Checked at each attempt: a host name may lead elsewhere than when it was saved. */
  async #resolveAddress(request: LaneRequest): Promise<string | Message> {
    try {
      const [address] = await resolveOnSite(request.ipAddress, request.port, this.#dependencies);
      return address ?? (isIP(request.ipAddress) ? request.ipAddress : reasons.noSuchName(request));
    } catch (error) {
      if (error instanceof DomainError) return reasons.notOnSite(request);
      throw error;
    }
  }

  #saveStall({ tenantId, oid }: LaneRequest, job: CurrentJob, reason: Message | null): void {
    const { storage, log } = this.#dependencies;
    const lastError = reason === null ? null : serializeMessage(reason);
    if (lastError === job.stall) return;
    job.stall = lastError;
    storage
      .write(tenantId, (tx) => states.setLastError.run(tx, { oid, lastError, change: tx.change }))
      .catch((error: unknown) => {
        // Informative only: the job continues, the next report, if one comes, is saved, and its outcome is written when the disk has space.
        if (error instanceof Unavailable) job.stall = undefined;
        else log.error({ err: error }, "stall of a print request not saved");
      });
  }

  /** Keeps what an attempt shows of the printer. */
  #learn(outcome: SendOutcome): void {
    if (outcome.kind === "notSent" && outcome.isAtPrinter)
      this.#setCondition(conditionAfterFailure(this.#status, this.#dependencies.clock.now() - RECENT_MS));
    if (outcome.kind === "done" && !outcome.isConfirmed) this.#setCondition("unknown");
  }
}

/** The condition after an attempt that did not begin: the one reported since `since`, else `away`. */
function conditionAfterFailure(last: StatusReading, since: number): StatusReading["condition"] {
  return last.at >= since && last.condition !== "unknown" ? last.condition : "away";
}

/** What lanes have learned of the printer at an address. */
export interface PrinterTraits {
  /** It did not reply to a status query, so it gets none. */
  isSilent: boolean;
  /** The last label that it was sent was interrupted, and may wait for the rest of a bitmap. */
  isCut: boolean;
}

/** The traits of a printer that is not known yet. */
export const unknownTraits = (): PrinterTraits => ({ isSilent: false, isCut: false });

/** The bytes that end a label that was interrupted, to be sent before the next one. None where nothing was interrupted. */
function endingFor({ isCut }: PrinterTraits, type: PrinterType): Buffer {
  return isCut ? endOfInterrupted(type) : Buffer.alloc(0);
}

/** Keeps what an attempt shows of the printer. `isDrawn`: its label is a bitmap. */
function updateTraits(traits: PrinterTraits, outcome: SendOutcome, isDrawn: boolean): void {
  // The next printer at this address may be another one.
  if (outcome.kind === "notSent") traits.isSilent = false;
  if (outcome.kind === "interrupted") traits.isCut ||= isDrawn;
  if (outcome.kind === "done") traits.isCut = false;
}

/** Dots above this are made commands in a worker: in ZPL those of 64 KiB take about 6 ms, those of the largest label a second. */
const MAX_MAIN_BYTES = 64 * 1024;

/** The bytes of a drawn label for its printer, or the outcome of a request that can't be printed. */
async function renderRaster(
  request: LaneRequest,
  label: StoredLabel,
  log: Log,
): Promise<WireLabel | SendOutcome> {
  try {
    const problem = fitProblem(label.data, label);
    if (problem !== null) return { kind: "notPrintable", reason: problem };
    return await commandsOf(request, label);
  } catch (error) {
    // The request ends: another attempt would fail as this one.
    if (error instanceof Invalid) return { kind: "notPrintable", reason: error.reason };
    if (error instanceof Unavailable) {
      if (error.failure !== null)
        log.error({ err: error.failure, request: request.oid }, "a label is delayed");
      return postponed(error.text);
    }
    log.error({ err: error, request: request.oid }, "a label can't be made for its printer");
    return { kind: "notPrintable", reason: reasons.notPrintable(request) };
  }
}

async function commandsOf({ printerId, copies }: LaneRequest, label: StoredLabel): Promise<WireLabel> {
  const { data } = label;
  const type = printerTypeOf(label.printerTypeId);
  const { width, height } = packedSize(data);
  if (rowBytes(width) * height <= MAX_MAIN_BYTES) return rasterCommands(type, data, copies);
  const made = await commandsInWorker(`printer ${printerId}`, { type, data, copies });
  return { data: Buffer.from(made.data.buffer), repeats: made.repeats };
}

/** The outcome of a drawn label whose printer has changed since its bytes were made; null: it can be sent. */
function changeOfPrinter(label: StoredLabel, now: StoredLabel): SendOutcome | null {
  if (label.isRaster === 0) return null;
  const problem = fitProblem(label.data, now);
  if (problem !== null) return { kind: "notPrintable", reason: problem };
  // The next attempt makes the bytes of the other type.
  return now.printerTypeId === label.printerTypeId ? null : postponed(reasons.otherType);
}

/** The outcome of a request that waits for another cause than its printer. */
const postponed = (reason: Message): SendOutcome => ({ kind: "notSent", reason, isAtPrinter: false });
