import { Unavailable } from "../domain/errors.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { pauseAfter } from "../platform/back-off.ts";
import { repeatedWork } from "../platform/repeated-work.ts";
import type { TableName } from "../storage/database/schema.ts";
import type { Tx } from "../storage/database/statement.ts";
import { saveOutcome } from "../storage/save-outcome.ts";

// Deliveries of outgoing events: the events become rows, and each row is sent until it has arrived or is given up.

/** Who gets deliveries: a webhook, the mail server. `change`: number of its last change, which ends its pauses. */
export interface Receiver {
  readonly oid: number;
  readonly change: number;
}

/** What came of an attempt. */
export interface Outcome {
  readonly tenantId: number;
  /** What it shows of the receiver; null: nothing. */
  readonly isReceiverFailing: boolean | null;
  /** For so long the receiver gets nothing; null: there is no such wish. */
  readonly restMs: number | null;
  /** Writes it; null: it was no attempt. */
  readonly save: ((tx: Tx) => void) | null;
}

/** What an outbox sends, to whom, and what an outcome means. */
export interface Channel<R extends Receiver, Message, Reader extends { readonly tenantId: number }> {
  /** For the log. */
  readonly name: string;
  /** The tables of the receivers and of the deliveries: commits may make something due. */
  readonly tables: { readonly receivers: TableName; readonly deliveries: TableName };
  /** Attempts to one receiver at once. */
  readonly maxRunning: number;
  /** Pauses of a receiver after failures in a row, in milliseconds; the last one repeats. */
  readonly pausesMs: readonly number[];
  /** The receivers that get something. While there is none, the outbox does nothing. */
  receivers(): readonly R[];
  /** The readers that have not read all events. */
  behind(receivers: readonly R[]): readonly Reader[];
  /** Makes deliveries of the next events of a reader, at most `limit`. Returns whether there may be more. */
  queue(tx: Tx, reader: Reader, limit: number): boolean;
  /** Changes what time changes, before the due deliveries are read. */
  advance?(): Promise<void>;
  /** The ids of the deliveries to a receiver that are due, at most `limit`. */
  due(receiver: R, limit: number): readonly number[];
  /** What is sent of a delivery; null: it no longer waits. */
  read(oid: number): Message | null;
  /** Sends once. Never rejects because of the receiver. */
  send(receiver: R, message: Message, signal: AbortSignal): Promise<Outcome>;
}

/** Milliseconds between two looks at the clock. */
const TICK_MS = 1000;
/** Attempts at once: of all receivers, of one whose last attempt failed, and of all such ones, so that others always have room. */
const MAX_RUNNING = 32;
const MAX_OF_FAILING = 1;
const MAX_FAILING = 16;
/** Events that one transaction queues: few, because it is written on a nearly full disk too. */
const QUEUED = 50;
/** Pause after an error of this server. */
const ERROR_REST_MS = 60_000;
/** Small writes: `disk.low` must reach its receivers. What causes events has the space for them. */
const EVEN_WHEN_LOW = { evenWhenLow: true };

/**
 * Queues and sends the deliveries of a channel. A delivery is leased in memory while it is sent and until its outcome is written. A
 * crash in between sends it again.
 */
export class Outbox<R extends Receiver, Message, Reader extends { readonly tenantId: number }> {
  readonly #dependencies: Pick<Dependencies, "storage" | "clock" | "log">;
  readonly #channel: Channel<R, Message, Reader>;
  readonly #tickMs: number;
  readonly #lanes = new Map<number, Lane>();
  readonly #stopping = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #work = repeatedWork(
    () => this.#step(),
    (error) => {
      this.#log(error, "events were not queued");
      // A full disk is tried again at the next tick.
      if (!(error instanceof Unavailable)) this.#restsUntil = this.#restEnd();
    },
  );
  #receivers: readonly R[] | null = null;
  #removeListener = () => {};
  #stopTicks = () => {};
  #isScheduled = false;
  #restsUntil = 0;

  constructor(
    dependencies: Pick<Dependencies, "storage" | "clock" | "log">,
    channel: Channel<R, Message, Reader>,
    tickMs = TICK_MS,
  ) {
    this.#dependencies = dependencies;
    this.#channel = channel;
    this.#tickMs = tickMs;
  }

  /** Follows the commits and the clock. */
  start(): void {
    const { receivers, deliveries } = this.#channel.tables;
    this.#removeListener = this.#dependencies.storage.onChange(
      [receivers, deliveries, "outgoingEvent"],
      (written) => {
        if (written.has(receivers)) this.#receivers = null;
        this.#schedule();
      },
    );
    this.#stopTicks = this.#dependencies.clock.every(this.#tickMs, () => this.#schedule());
    this.#schedule();
  }

  /** Aborted when the outbox stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Ends running attempts, whose deliveries stay waiting; resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopTicks();
    this.#removeListener();
    await this.#work.stop();
    await Promise.all(this.#tasks);
  }

  /** Ends the pauses of a receiver, because an Admin sends its deliveries again. */
  wake(oid: number): void {
    this.#lanes.get(oid)?.wake();
  }

  #schedule(): void {
    if (this.#isScheduled || this.stopping.aborted) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#work.ask();
    });
  }

  async #step(): Promise<void> {
    const { storage, clock } = this.#dependencies;
    const channel = this.#channel;
    if (clock.now() < this.#restsUntil || this.#active().length === 0) return;
    await channel.advance?.();
    this.#startDue();
    for (const reader of channel.behind(this.#active())) {
      const queue = (tx: Tx) => channel.queue(tx, reader, QUEUED);
      while (!this.stopping.aborted && (await storage.write(reader.tenantId, queue, EVEN_WHEN_LOW)))
        this.#startDue();
    }
  }

  #active(): readonly R[] {
    this.#receivers ??= this.#channel.receivers();
    return this.#receivers;
  }

  #startDue(): void {
    if (this.stopping.aborted) return;
    for (const receiver of this.#active()) {
      const lane = this.#laneOf(receiver);
      const room = lane.mayStart(this.#dependencies.clock.now()) ? this.#roomOf(lane) : 0;
      if (room <= 0) continue;
      const due = this.#channel.due(receiver, room + lane.running.size);
      for (const oid of due.filter((one) => !lane.running.has(one)).slice(0, room))
        this.#start(receiver, lane, oid);
    }
  }

  #laneOf({ oid, change }: Receiver): Lane {
    const lane = this.#lanes.get(oid) ?? new Lane(this.#channel.pausesMs, change);
    this.#lanes.set(oid, lane);
    lane.follow(change);
    return lane;
  }

  #roomOf(lane: Lane): number {
    const lanes = [...this.#lanes.values()];
    const running = (some: readonly Lane[]) => some.reduce((sum, one) => sum + one.running.size, 0);
    const own = (lane.isFailing ? MAX_OF_FAILING : this.#channel.maxRunning) - lane.running.size;
    const all = MAX_RUNNING - running(lanes);
    if (!lane.isFailing) return Math.min(own, all);
    return Math.min(own, all, MAX_FAILING - running(lanes.filter(({ isFailing }) => isFailing)));
  }

  #start(receiver: R, lane: Lane, oid: number): void {
    lane.running.add(oid);
    const task = this.#deliver(receiver, lane, oid)
      .catch((error: unknown) => {
        this.#log(error, "a delivery failed");
        lane.restUntil(this.#restEnd());
      })
      .finally(() => {
        lane.running.delete(oid);
        this.#tasks.delete(task);
        this.#schedule();
      });
    this.#tasks.add(task);
  }

  async #deliver(receiver: R, lane: Lane, oid: number): Promise<void> {
    const { storage, clock } = this.#dependencies;
    const message = this.#channel.read(oid);
    if (message === null) return;
    // A power cut must not undo what the receiver knows. The server does not know yet of the last commit of a running job.
    await (storage.jobs.runningMs() === null ? storage.durable() : storage.flush());
    if (this.stopping.aborted) return;
    const attempt = lane.begin();
    const outcome = await this.#channel.send(receiver, message, this.stopping);
    // An attempt that a stop has ended is not counted.
    if (this.stopping.aborted) return;
    lane.end(attempt, clock.now(), outcome);
    if (outcome.save === null) return;
    // Until then the delivery is not sent again.
    await saveOutcome(storage, outcome.tenantId, outcome.save, this.stopping, (error, tries) => {
      if (tries === 1) this.#log(error, "an outcome could not be saved");
    });
  }

  #restEnd(): number {
    return this.#dependencies.clock.now() + ERROR_REST_MS;
  }

  #log(error: unknown, message: string): void {
    if (error instanceof Unavailable) return;
    this.#dependencies.log.error({ err: error }, `${this.#channel.name}: ${message}`);
  }
}

/** An attempt that runs, and what its receiver was like when it began. */
interface Attempt {
  readonly wakings: number;
  readonly failures: number;
}

/** The state of a receiver in memory: which deliveries run, and how long it pauses. Times are milliseconds since 1970. */
class Lane {
  readonly running = new Set<number>();
  readonly #pausesMs: readonly number[];
  #change: number;
  /** Attempts that failed since the last one that arrived. */
  #failures = 0;
  /** After a failure. */
  #pausedUntil = 0;
  /** The receiver has asked for it, or this server has failed. */
  #restsUntil = 0;
  #wakings = 0;

  constructor(pausesMs: readonly number[], change: number) {
    this.#pausesMs = pausesMs;
    this.#change = change;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  mayStart(now: number): boolean {
    return this.#pausedUntil <= now && this.#restsUntil <= now;
  }

  /** Ends all pauses when an Admin has changed the receiver. */
  follow(change: number): void {
    if (change === this.#change) return;
    this.#change = change;
    this.wake();
  }

  /** Ends all pauses. What attempts that run now come to does not begin another one. */
  wake(): void {
    this.#failures = 0;
    this.#pausedUntil = 0;
    this.#restsUntil = 0;
    this.#wakings++;
  }

  begin(): Attempt {
    return { wakings: this.#wakings, failures: this.#failures };
  }

  /** Attempts that ran at once count as one failure. After a success, a rest that the receiver has asked for goes on. */
  end(attempt: Attempt, now: number, { isReceiverFailing, restMs }: Outcome): void {
    if (isReceiverFailing === false) {
      this.#failures = 0;
      this.#pausedUntil = 0;
    }
    if (attempt.wakings !== this.#wakings) return;
    if (isReceiverFailing) {
      if (attempt.failures === this.#failures) this.#failures++;
      this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseAfter(this.#pausesMs, this.#failures));
    }
    if (restMs !== null) this.restUntil(now + restMs);
  }

  /** The longest of several rests counts. */
  restUntil(time: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, time);
  }
}
