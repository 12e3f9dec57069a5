import { type Forbidden, Unavailable } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import type { Outcome } from "../domain/security-event-kinds.ts";
import type { Dependencies } from "../http/dependencies.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { actorOf, insertEvent, type NewEvent, outcomeOf } from "./event.ts";
import { type LoggedEvent, makeEventWriter } from "./journal.ts";
import { SecurityEvent } from "./routes.ts";
import * as store from "./store.ts";

/** Equal events within this time are combined into one with a count. */
const GROUP_MS = 60_000;
/** Pending events of this time are written in one transaction. */
const WRITE_DELAY_MS = 1000;
/** Maximum number of different events within a minute. Further ones are stored without actor and address. */
const MAX_GROUPS: Readonly<Record<Outcome, number>> = { success: 1000, failure: 200 };
/** Maximum number of lines in the process log in one turn of the event loop. */
const MAX_LINES = 200;

/** Records events outside of transactions, and writes all events to the process log. */
export type SecurityLog = ReturnType<typeof makeSecurityLog>;

/** Shared dependencies, and the security log. */
export interface SecurityLogDependencies extends Dependencies {
  readonly securityLog: SecurityLog;
}

/** Equal events. Times are milliseconds since 1970. */
interface EventGroup {
  readonly event: NewEvent;
  readonly at: number;
  lastAt: number;
  count: number;
  /** Null: not written yet. */
  oid: number | null;
  /** The count in the last line of the process log. */
  loggedCount: number;
}

/** Creates the security log of a storage. */
export function makeSecurityLog(storage: Storage, clock: Clock, log: Log) {
  const writeEvent = makeEventWriter(log, process.env);
  const groups = new EventGroups(clock);
  const pending = new Set<EventGroup>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  logCommittedEvents(storage, writeEvent);

  async function writePending(): Promise<void> {
    const all = [...pending];
    pending.clear();
    if (all.length === 0) return;
    try {
      const counts = all.map(({ count }) => count);
      const oids = await storage.write(null, (tx) => all.map((group) => save(tx, group)), {
        evenWhenLow: true,
      });
      for (const [index, group] of all.entries()) {
        const isNew = group.oid === null;
        group.oid = oids[index] ?? null;
        const count = counts[index] ?? group.count;
        // New events are logged by `logCommittedEvents`.
        if (isNew) group.loggedCount = count;
        else logRepeats(group, count);
      }
    } catch (error) {
      if (!(error instanceof Unavailable)) log.error({ err: error }, "security events were not written");
      for (const group of all) logRepeats(group, group.count);
    }
  }

  function logRepeats(group: EventGroup, count: number): void {
    if (isLoggedCount(group, count)) writeEvent(loggedOf(storage.db, group, count));
  }

  function flush(): Promise<void> {
    writing = writing.then(writePending);
    return writing;
  }

  return {
    /**
     * Records an event. It never throws or waits: the event is written within a second. Equal events of a minute are combined
     * into one with a count. While the disk is not accepting writes, events are written to the process log only.
     */
    record(event: NewEvent) {
      const group = groups.add(event);
      group.count++;
      group.lastAt = clock.now();
      pending.add(group);
      timer ??= setTimeout(() => {
        timer = null;
        void flush();
      }, WRITE_DELAY_MS).unref();
    },
    /** Writes pending events; never rejects. */
    flush,
    async stop() {
      clearTimeout(timer ?? undefined);
      timer = null;
      await flush();
    },
  };
}

/** Whether to log a repetition: the first, tenth, hundredth and so on, so that repeated attempts do not fill the log. */
function isLoggedCount(group: EventGroup, count: number): boolean {
  if (group.loggedCount > 0 && digits(count) === digits(group.loggedCount)) return false;
  group.loggedCount = count;
  return true;
}

/** The groups of equal events of the last minute. */
class EventGroups {
  readonly #clock: Clock;
  readonly #byOutcome: Readonly<Record<Outcome, Map<string, EventGroup>>> = {
    success: new Map(),
    failure: new Map(),
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Finds or creates the group of an event. */
  add(event: NewEvent): EventGroup {
    const outcome = outcomeOf(event);
    const groups = this.#byOutcome[outcome];
    const key = keyOf(event);
    const found = groups.get(key);
    if (found !== undefined && this.#isCurrent(found)) return found;
    if (groups.size >= MAX_GROUPS[outcome]) {
      for (const [oldKey, group] of groups) if (!this.#isCurrent(group)) groups.delete(oldKey);
      if (groups.size >= MAX_GROUPS[outcome] && !isAnonymous(event)) return this.add(withoutActor(event));
    }
    const now = this.#clock.now();
    const group: EventGroup = { event, at: now, lastAt: now, count: 0, oid: null, loggedCount: 0 };
    groups.set(key, group);
    return group;
  }

  #isCurrent({ at }: EventGroup): boolean {
    const age = this.#clock.now() - at;
    return age >= 0 && age < GROUP_MS;
  }
}

function save(tx: Tx, { event, oid, ...group }: EventGroup): number {
  const lastAt = new Date(group.lastAt).toISOString();
  if (oid === null) {
    return insertEvent(tx, event, { at: new Date(group.at).toISOString(), lastAt, count: group.count });
  }
  store.updateCount.run(tx, { oid, lastAt, count: group.count });
  return oid;
}

/** Writes each event to the process log when its transaction is committed. */
function logCommittedEvents(storage: Storage, writeEvent: (event: LoggedEvent) => void): void {
  let lastOid = store.lastEvent.first(storage.db, { max: 1 })?.oid ?? 0;
  const logNew = () => {
    const rows = store.eventsAfter.all(storage.db, { oid: lastOid, max: MAX_LINES });
    for (const { oid, tenantId, json } of rows) {
      lastOid = oid;
      writeEvent({ ...SecurityEvent.parse(JSON.parse(json)), tenantId });
    }
    if (rows.length === MAX_LINES) setImmediate(logNew);
  };
  storage.onChange(["securityEvent"], logNew);
}

const digits = (count: number) => String(count).length;

const keyOf = (event: NewEvent) => JSON.stringify(event);

const isAnonymous = ({ userId, deviceTokenId, address, target }: NewEvent) =>
  userId === null && deviceTokenId === null && address === null && !target;

/** An event without actor, address and target, for counting very many different ones. */
function withoutActor({ kind, reason = null, tenantId }: NewEvent): NewEvent {
  return {
    kind,
    reason,
    tenantId,
    userId: null,
    deviceTokenId: null,
    address: null,
    details: { isMany: true },
  };
}

/** The log line of an event without a new row. */
function loggedOf(db: Db, { event, at, lastAt, oid }: EventGroup, count: number): LoggedEvent {
  const { kind, reason = null, tenantId, userId, deviceTokenId, address, target, details } = event;
  const ids = { userId, deviceTokenId, targetType: target?.type ?? null, targetId: target?.id ?? null };
  const names = store.currentNames.first(db, ids);
  const { userName, fullName, deviceName } = names ?? {};
  return {
    oid,
    tenantId,
    kind,
    reason,
    count,
    address,
    outcome: outcomeOf(event),
    details: details ?? null,
    at: new Date(at).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    user: userId === null ? null : { id: userId, userName: userName ?? "", fullName: fullName ?? "" },
    device: deviceTokenId === null ? null : { id: deviceTokenId, name: deviceName ?? "" },
    target: target ? { ...target, name: names?.targetName ?? null } : null,
  };
}

/** Creates the function that records a request without permission. */
export function denialRecorder(securityLog: SecurityLog) {
  return (principal: Principal, address: string, endpoint: string, { reason }: Forbidden): void => {
    // With a reason the client can continue (PIN, HTTPS, confirmation), so it is not a violation.
    if (reason !== null) return;
    securityLog.record({
      kind: "accessDenied",
      reason: "forbidden",
      ...actorOf(principal, address),
      details: { endpoint },
    });
  };
}
