import { Unavailable } from "../../domain/errors.ts";
import { RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Asked, askPrinter } from "../transport/status-query.ts";
import { type Lane, type Seen, startLane } from "./lane.ts";
import type { Limits } from "./limits.ts";
import * as reasons from "./reasons.ts";
import { asText } from "./request.ts";
import * as store from "./store.ts";

/** The print queue at work: a lane for each address and port at which something waits. Idle it costs nothing. */
export interface PrintLoop {
  /** How a printer is: asked now, over a connection that no label waits for; while one is sent, what was seen last. */
  status(printer: Asked): Promise<Seen>;
  /** True when a lane has failed by a fault of ours within the last minute. */
  isFailing(): boolean;
  stop(): Promise<void>;
}

const BATCH = 500;
const MARK_EVERY_MS = 1000;
/** So long an answer holds: several consoles that look at once ask once. */
const FRESH_MS = 2000;
const FAILING_MS = 60_000;

/** Starts the loop: marks what was being printed when the process ended, then follows the table's commits. */
export async function startPrintLoop(box: Dependencies, limits: Limits): Promise<PrintLoop> {
  const { storage, log } = box;
  const lanes = new Map<string, Lane>();
  const seen = new Map<string, Seen>();
  const known = new Map<string, { isSilent: boolean }>();
  const asking = new Map<string, Promise<Seen>>();
  let isScheduled = false;
  let isStopping = false;
  let failedAt = Number.NEGATIVE_INFINITY;

  let isMarked = false;
  const mark = async () => {
    try {
      await markInterrupted(box);
      isMarked = true;
    } catch (error) {
      // The disk takes nothing: nothing can begin either, and all else goes on.
      if (!(error instanceof Unavailable)) throw error;
      log.warn("interrupted print requests are not marked yet: the disk is not accepting writes");
    }
  };
  const markAgain = setInterval(() => {
    if (isMarked) return clearInterval(markAgain);
    mark().then(schedule, (error: unknown) => log.error({ err: error }, "the print queue does not begin"));
  }, MARK_EVERY_MS).unref();
  await mark();

  function look(): void {
    isScheduled = false;
    if (isStopping || !isMarked) return;
    for (const lane of lanes.values()) lane.wake();
    for (const printer of store.printersWithWork.all(storage.db, { active: 1 })) {
      const where = { ipAddress: printer.ipAddress.toLowerCase(), port: printer.port };
      const key = keyOf(where.ipAddress, where.port);
      if (lanes.has(key) || asking.has(key)) continue;
      const learnt = known.get(key) ?? { isSilent: false };
      known.set(key, learnt);
      const started = startLane(box, where, limits, learnt, (lane) => {
        lanes.delete(key);
        seen.set(key, lane.seen);
        if (lane.hasFailed) failedAt = performance.now();
        // What came between its last look at the table and its end.
        schedule();
      });
      lanes.set(key, started);
    }
  }

  function schedule(): void {
    if (isScheduled || isStopping) return;
    isScheduled = true;
    setImmediate(look);
  }

  storage.onCommit((tables) => {
    if (tables.has("printer")) known.clear();
    if (tables.has("printRequest") || tables.has("printer")) schedule();
  });
  schedule();

  return {
    async status(printer) {
      const key = keyOf(printer.ipAddress.toLowerCase(), printer.port);
      const lane = lanes.get(key);
      if (lane?.isSending)
        return lane.seen.condition === "ready" ? { ...lane.seen, condition: "busy" } : lane.seen;
      if (lane) return lane.seen;
      const known = seen.get(key);
      if (known && box.clock.now() - known.at < FRESH_MS) return known;
      // A lane that has work meanwhile begins after the question: one connection at a time.
      const answer =
        asking.get(key) ??
        askPrinter(box, printer).finally(() => {
          asking.delete(key);
          schedule();
        });
      asking.set(key, answer);
      seen.set(key, await answer);
      return answer;
    },
    isFailing: () => performance.now() - failedAt < FAILING_MS,
    async stop() {
      isStopping = true;
      clearInterval(markAgain);
      await Promise.all([...[...lanes.values()].map((lane) => lane.stop()), ...asking.values()]);
    },
  };
}

const keyOf = (ipAddress: string, port: number) => `${ipAddress} ${port}`;

/** After a crash or power cut: what was being sent may have come out or not; a person decides. */
async function markInterrupted({ storage }: Dependencies): Promise<void> {
  for (;;) {
    const left = store.leftPrinting.all(storage.db, { most: BATCH });
    if (left.length === 0) return;
    for (const { oid, tenantId, copies } of left) {
      await storage.write(
        tenantId,
        (tx) =>
          store.setError.run(tx, {
            oid,
            lastError: asText(reasons.interrupted(copies, reasons.serverStopped)),
            now: tx.now,
            isInterrupted: 1,
            from: RequestState.Printing,
            change: tx.change,
          }),
        { evenWhenLow: true },
      );
    }
  }
}
