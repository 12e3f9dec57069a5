import { isIP } from "node:net";
import { DomainError, Unavailable } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import { RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { type Condition, statusQuestionOf } from "../languages/status.ts";
import { resolveOnSite } from "../printers/printer-address.ts";
import { printerTypeOf } from "../printers/types.ts";
import { type Outcome, send } from "../transport/transport.ts";
import type { Limits } from "./limits.ts";
import * as reasons from "./reasons.ts";
import { asText } from "./request.ts";
import * as store from "./store.ts";

type Head = NonNullable<ReturnType<typeof store.headOfLane.first>>;

/** What is known of the printer at the end of a lane. */
export interface Seen {
  readonly condition: Condition | "away" | "unknown";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One address and port: takes its requests in order, one connection at a time, until none waits. */
export interface Lane {
  /** Something may have changed: a new request, a cancelled one, another address. */
  wake(): void;
  /** Lets the job that is being sent end for `stopMs`; resolves when the lane stands still. */
  stop(): Promise<void>;
  readonly seen: Seen;
  readonly isSending: boolean;
  /** It ended by a fault of ours. */
  readonly hasFailed: boolean;
}

const RETRY_WRITE_MS = 1000;

/** Starts a lane; `ended` is called when nothing waits any more (or it was stopped). */
export function startLane(
  box: Dependencies,
  where: { ipAddress: string; port: number },
  limits: Limits,
  known: { isSilent: boolean },
  ended: (lane: Lane) => void,
): Lane {
  const { storage, clock, log } = box;
  const stopping = new AbortController();
  let current: { oid: number; abort: AbortController; reason: Message } | null = null;
  let seen: Seen = { condition: "unknown", at: clock.now() };
  let wake = () => {};
  let hasFailed = false;
  const see = (condition: Seen["condition"]) => {
    seen = { condition, at: clock.now() };
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const head = store.headOfLane.first(storage.db, where);
      if (head === null) return;
      const pause = head.nextTryDT === null ? 0 : Date.parse(head.nextTryDT) - clock.now();
      if (pause > 0) await pausing(pause);
      else await settle(head, await attempt(head));
    }
  }

  /** Waits, or until something changes: then the head may be another. */
  function pausing(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async function attempt(head: Head): Promise<Outcome> {
    const address = await addressOf(head);
    if (typeof address !== "string") return { kind: "notSent", reason: address };
    // Taken away with the sample data, while the address was looked up.
    if (store.stateOf.first(storage.db, { oid: head.oid }) === null) return { kind: "dropped" };
    const data = store.dataOf.first(storage.db, { oid: head.oid })?.data;
    if (data === undefined) throw new Error(`print request ${head.oid} has no data`);
    const type = printerTypeOf(head.printerTypeId);
    const abort = new AbortController();
    const job = { oid: head.oid, abort, reason: reasons.serverStopped };
    current = job;
    try {
      return await send({
        printer: head,
        address,
        data,
        question: known.isSilent || type === null ? null : statusQuestionOf(type),
        limits,
        signal: abort.signal,
        abortReason: () => job.reason,
        wasSilent() {
          known.isSilent = true;
        },
        saw: see,
        begin: () => begin(head),
        waits: (reason) => remark(head, reason),
      });
    } finally {
      current = null;
    }
  }

  /** The address to connect to, checked now: a name may lead elsewhere than when it was saved. */
  async function addressOf(head: Head): Promise<string | Message> {
    try {
      const [address] = await resolveOnSite(head.ipAddress, head.port, box);
      return address ?? (isIP(head.ipAddress) ? head.ipAddress : reasons.noSuchName(head));
    } catch (error) {
      if (error instanceof DomainError) return reasons.notOnSite(head);
      throw error;
    }
  }

  /** On the disk before the first byte: after a power cut no label is sent a second time. */
  async function begin(head: Head): Promise<boolean> {
    const { changes } = await storage.write(head.tenantId, (tx) =>
      store.setPrinting.run(tx, { oid: head.oid, now: tx.now, change: tx.change }),
    );
    await storage.durable();
    return changes === 1;
  }

  function remark(head: Head, reason: Message | null): void {
    const lastError = reason === null ? null : asText(reason);
    storage
      .write(head.tenantId, (tx) => store.setRemark.run(tx, { oid: head.oid, lastError, change: tx.change }))
      .catch((error: unknown) => {
        // Only what is shown meanwhile: the job goes on, its end is written when there is room.
        if (!(error instanceof Unavailable))
          log.error({ err: error }, "a print request's remark was not written");
      });
  }

  async function settle(head: Head, outcome: Outcome): Promise<void> {
    if (outcome.kind === "notSent") {
      // When it is back it may be another one.
      known.isSilent = false;
      see(conditionOf(seen, clock.now() - 1000));
    }
    if (outcome.kind === "done" && !outcome.isConfirmed) see("unknown");
    await persist(head.tenantId, (tx) => write(tx, head, outcome));
    await storage.durable();
  }

  function write(tx: Tx, { oid, copies, attempts, queuedDT }: Head, outcome: Outcome): void {
    const { change, now } = tx;
    switch (outcome.kind) {
      case "done":
        store.setDone.run(tx, { oid, now, isConfirmed: outcome.isConfirmed ? 1 : 0, change });
        return;
      case "interrupted": {
        const lastError = asText(reasons.interrupted(copies, outcome.reason));
        store.setError.run(tx, {
          oid,
          lastError,
          now,
          isInterrupted: 1,
          from: RequestState.Printing,
          change,
        });
        return;
      }
      case "notSent": {
        // Waiting, or Printing where the connection broke between the note on the disk and the first byte.
        const from =
          store.stateOf.first(tx, { oid })?.stateId === RequestState.Printing
            ? RequestState.Printing
            : RequestState.Waiting;
        const lastError = asText(outcome.reason);
        if (Date.parse(queuedDT) <= clock.ago(limits.giveUpMs)) {
          store.setError.run(tx, { oid, lastError, now, isInterrupted: 0, from, change });
          return;
        }
        const pause = limits.pausesMs[Math.min(attempts, limits.pausesMs.length - 1)] ?? 0;
        const nextTryDT = new Date(Date.parse(now) + pause).toISOString();
        store.setWaiting.run(tx, { oid, attempts: attempts + 1, lastError, nextTryDT, from, change });
        return;
      }
      case "dropped":
        return;
    }
  }

  /** What happened must be written, whatever the disk says: until there is room the lane waits. */
  async function persist<T>(tenantId: number, work: (tx: Tx) => NotPromise<T>): Promise<void> {
    for (;;) {
      try {
        await storage.write(tenantId, work, { evenWhenLow: true });
        return;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        if (stopping.signal.aborted) return;
        await pausing(RETRY_WRITE_MS);
      }
    }
  }

  const lane: Lane = {
    wake() {
      wake();
      const job = current;
      if (job === null || job.abort.signal.aborted) return;
      // Cancelled while it is being sent: the connection ends here, what came out no one knows.
      if (store.stateOf.first(storage.db, { oid: job.oid })?.stateId !== RequestState.Error) return;
      job.reason = reasons.cancelled;
      job.abort.abort();
    },
    async stop() {
      stopping.abort();
      wake();
      const job = current;
      if (job === null) return running;
      const timer = setTimeout(() => job.abort.abort(), limits.stopMs);
      await running;
      clearTimeout(timer);
    },
    get seen() {
      return seen;
    },
    get isSending() {
      return current !== null;
    },
    get hasFailed() {
      return hasFailed;
    },
  };
  const running = run()
    .catch(async (error: unknown) => {
      // A fault of ours: told, and tried again after a while, for other requests may be sound.
      hasFailed = true;
      log.error({ err: error, ...where }, "a print lane failed");
      if (!stopping.signal.aborted) await pausing(RETRY_WRITE_MS);
    })
    .finally(() => ended(lane));
  return lane;
}

/** A try that did not begin: what the printer has just said of itself, or that it is away. */
function conditionOf(seen: Seen, since: number): Seen["condition"] {
  return seen.at >= since && seen.condition !== "unknown" ? seen.condition : "away";
}
