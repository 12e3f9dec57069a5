import { z } from "zod";
import type { StandbyProblem } from "../../domain/standby-problems.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { findAppState, saveAppState } from "../../storage/app-state.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import type { Certificates } from "../tls/certificates.ts";
import type { FailedUpgrade } from "../upgrade/failure.ts";
import { type Condition, findConditions, recordEnd } from "./find.ts";

const TICK_MS = 1000;
const CHECK_EVERY_MS = 60_000;
/** A condition that stays is reported again after this time. */
const REPEAT_AFTER_MS = 24 * 3_600_000;
/** A condition is over only when it was absent for so long: a disk or a printer that sways is reported once. */
const CLEAR_AFTER_MS = 5 * 60_000;
/** The same before it was reported: a printer has no error while it is tried again. */
const FORGET_AFTER_MS = 2 * 60_000;

/** The reported conditions by key, with the times of first sight and of the last report (ISO 8601). */
const Reported = z.record(z.string(), z.object({ since: z.string(), at: z.string() }));
type Reported = z.output<typeof Reported>;

/** Conditions of parts that this folder does not read itself; null: none. */
interface OtherConditions {
  standbyProblem(): StandbyProblem | null;
  failedUpgrade(): FailedUpgrade | null;
}

/** Watcher of conditions that need attention. */
export interface ConditionWatch {
  stop(): Promise<void>;
}

/**
 * Checks once a minute what needs attention, and records an event when a condition begins, and once a day while it stays. What was
 * reported is stored in the transaction of the event, so a restart reports nothing twice.
 */
export function watchConditions(
  dependencies: Pick<Dependencies, "storage" | "clock" | "log">,
  certificates: Certificates | null,
  others: OtherConditions,
): ConditionWatch {
  const { storage, clock, log } = dependencies;
  const edges = new Edges();
  let nextAt = clock.now() + CHECK_EVERY_MS;
  let running: Promise<unknown> | null = null;

  async function check(): Promise<void> {
    const present = findConditions(
      dependencies,
      certificates,
      others.standbyProblem(),
      others.failedUpgrade(),
    );
    const reported = findReported(storage.db);
    const { raised, ended } = edges.find(present, reported, clock.now());
    if (raised.length === 0 && ended.length === 0) return;
    // A condition of the disk is reported while it is low.
    await storage.write(null, (tx) => report(tx, edges, raised, ended), { evenWhenLow: true });
  }
  const stopTicks = clock.every(TICK_MS, () => {
    if (running !== null || clock.now() < nextAt) return;
    nextAt = clock.now() + CHECK_EVERY_MS;
    running = check()
      .catch((error: unknown) =>
        log.error({ err: error }, "the conditions of the server could not be checked"),
      )
      .finally(() => {
        running = null;
      });
  });
  return {
    async stop() {
      stopTicks();
      await running;
    },
  };
}

function report(tx: Tx, edges: Edges, raised: readonly Condition[], ended: readonly string[]): void {
  const all: Reported = { ...findReported(tx) };
  for (const condition of raised) {
    const since = all[condition.key]?.since ?? edges.firstSeen(condition.key) ?? tx.now;
    condition.record(tx, since, tx.now);
    all[condition.key] = { since, at: tx.now };
  }
  for (const key of ended) {
    recordEnd(tx, key, all[key]?.since ?? tx.now, tx.now);
    delete all[key];
  }
  saveAppState(tx, "conditions", all);
}

function findReported(db: Db): Reported {
  const saved = findAppState(db, "conditions");
  return saved === null ? {} : Reported.parse(saved.content);
}

/** Finds which conditions begin, stay for a day, and end. */
class Edges {
  /** Of the present conditions, and of those that were absent for a moment. */
  readonly #seenSince = new Map<string, number>();
  readonly #absentSince = new Map<string, number>();

  /** When a condition was first seen, ISO 8601; null: it is not present. */
  firstSeen(key: string): string | null {
    const at = this.#seenSince.get(key);
    return at === undefined ? null : new Date(at).toISOString();
  }

  find(present: readonly Condition[], reported: Reported, now: number) {
    for (const { key } of present) {
      this.#absentSince.delete(key);
      if (!this.#seenSince.has(key)) this.#seenSince.set(key, now);
    }
    const raised = present.filter(({ key, raiseAfterMs }) => {
      const last = reported[key];
      if (last !== undefined) return now - Date.parse(last.at) >= REPEAT_AFTER_MS;
      return now - (this.#seenSince.get(key) ?? now) >= raiseAfterMs;
    });
    const keys = new Set(present.map(({ key }) => key));
    const known = new Set([...this.#seenSince.keys(), ...Object.keys(reported)]);
    const ended = [...known].filter((key) => {
      if (keys.has(key)) return false;
      const since = this.#absentSince.get(key) ?? now;
      this.#absentSince.set(key, since);
      const isReported = reported[key] !== undefined;
      const isOver = now - since >= (isReported ? CLEAR_AFTER_MS : FORGET_AFTER_MS);
      if (isOver) this.#forget(key);
      return isOver && isReported;
    });
    return { raised, ended };
  }

  #forget(key: string): void {
    this.#seenSince.delete(key);
    this.#absentSince.delete(key);
  }
}
