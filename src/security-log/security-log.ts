import { Unavailable } from "../domain/errors.ts";
import type { Outcome } from "../domain/security-event-kinds.ts";
import type { Dependencies } from "../http/dependencies.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { insertEvent, type NewEvent, outcomeOf } from "./event.ts";
import { eventTeller, type LoggedEvent } from "./journal.ts";
import { SecurityEvent } from "./shapes.ts";
import * as store from "./store.ts";

/** Events that are alike within this time become one with a count. */
const ALIKE_MS = 60_000;
/** Those that are due within this time share one transaction. */
const GATHER_MS = 1000;
/** So many different ones within a minute are told apart; further ones lose who and where. */
const MAX_DIFFERENT: Readonly<Record<Outcome, number>> = { success: 1000, failure: 200 };
/** So many lines are written to the process log in a turn of the event loop. */
const LINES_A_TURN = 200;

/** Records what is not part of a transaction, and writes every event to the process log. */
export interface SecurityLog {
  /**
   * Records an event. It never throws or waits: the event is written within a second, alike ones of a minute as one with a
   * count. While the disk takes no writes it goes to the process log alone.
   */
  note(event: NewEvent): void;
  /** Writes what is not written yet; it does not reject. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export interface SecurityLogDependencies extends Dependencies {
  readonly securityLog: SecurityLog;
}

/** Events that are alike. Times are milliseconds since 1970. */
interface Alike {
  readonly event: NewEvent;
  readonly at: number;
  lastAt: number;
  count: number;
  /** Null: not written yet. */
  oid: number | null;
  /** How many the process log knows of. */
  told: number;
}

/** Makes the security log of a storage. */
export function makeSecurityLog(storage: Storage, clock: Clock, log: Log): SecurityLog {
  const tell = eventTeller(log, process.env);
  const known: Readonly<Record<Outcome, Map<string, Alike>>> = { success: new Map(), failure: new Map() };
  const due = new Set<Alike>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  tellWhatIsWritten(storage, tell);

  /** Those that are alike and not a minute old; null: there are none. */
  function current(alike: Map<string, Alike>, key: string): Alike | null {
    const found = alike.get(key);
    return found !== undefined && isCurrent(found) ? found : null;
  }

  function isCurrent({ at }: Alike): boolean {
    const age = clock.now() - at;
    return age >= 0 && age < ALIKE_MS;
  }

  function add(event: NewEvent): Alike {
    const outcome = outcomeOf(event);
    const alike = known[outcome];
    const key = keyOf(event);
    const found = current(alike, key);
    if (found !== null) return found;
    if (alike.size >= MAX_DIFFERENT[outcome]) {
      for (const [old, one] of alike) if (!isCurrent(one)) alike.delete(old);
      if (alike.size >= MAX_DIFFERENT[outcome] && !isAnonymous(event)) return add(withoutWho(event));
    }
    const now = clock.now();
    const made: Alike = { event, at: now, lastAt: now, count: 0, oid: null, told: 0 };
    alike.set(key, made);
    return made;
  }

  async function writeDue(): Promise<void> {
    const all = [...due];
    due.clear();
    if (all.length === 0) return;
    try {
      const counts = all.map(({ count }) => count);
      const oids = await storage.write(null, (tx) => all.map((alike) => save(tx, alike)), {
        evenWhenLow: true,
      });
      for (const [index, alike] of all.entries()) {
        const isNew = alike.oid === null;
        alike.oid = oids[index] ?? null;
        const count = counts[index] ?? alike.count;
        // New ones are told as all that is written.
        if (isNew) alike.told = count;
        else tellAgain(alike, count);
      }
    } catch (error) {
      if (!(error instanceof Unavailable)) log.error({ err: error }, "security events were not written");
      for (const alike of all) tellAgain(alike, alike.count);
    }
  }

  /** At the first, tenth, hundredth time and so on: whoever tries a thousand times does not fill the log. */
  function tellAgain(alike: Alike, count: number): void {
    if (alike.told > 0 && digits(count) === digits(alike.told)) return;
    alike.told = count;
    tell(loggedOf(storage.db, alike, count));
  }

  function flush(): Promise<void> {
    writing = writing.then(writeDue);
    return writing;
  }

  return {
    note(event) {
      const alike = add(event);
      alike.count++;
      alike.lastAt = clock.now();
      due.add(alike);
      timer ??= setTimeout(() => {
        timer = null;
        void flush();
      }, GATHER_MS).unref();
    },
    flush,
    async stop() {
      clearTimeout(timer ?? undefined);
      timer = null;
      await flush();
    },
  };
}

function save(tx: Tx, { event, oid, ...alike }: Alike): number {
  const lastAt = new Date(alike.lastAt).toISOString();
  if (oid === null) {
    return insertEvent(tx, event, { at: new Date(alike.at).toISOString(), lastAt, count: alike.count });
  }
  store.repeat.run(tx, { oid, lastAt, count: alike.count });
  return oid;
}

/** Tells of each event once its transaction is committed, whoever wrote it. */
function tellWhatIsWritten(storage: Storage, tell: (event: LoggedEvent) => void): void {
  let told = store.last.first(storage.db, { most: 1 })?.oid ?? 0;
  const tellNew = () => {
    const rows = store.after.all(storage.db, { oid: told, most: LINES_A_TURN });
    for (const { oid, tenantId, json } of rows) {
      told = oid;
      tell({ ...SecurityEvent.parse(JSON.parse(json)), tenantId });
    }
    if (rows.length === LINES_A_TURN) setImmediate(tellNew);
  };
  storage.onCommit((tables) => {
    if (tables.has("securityEvent")) tellNew();
  });
}

const digits = (count: number) => String(count).length;

const keyOf = (event: NewEvent) => JSON.stringify(event);

const isAnonymous = ({ userId, deviceTokenId, address, target }: NewEvent) =>
  userId === null && deviceTokenId === null && address === null && !target;

/** One of very many: what alone is kept of them. */
function withoutWho({ kind, reason = null, tenantId }: NewEvent): NewEvent {
  return {
    ...{ kind, reason, tenantId, userId: null, deviceTokenId: null, address: null },
    details: { isMany: true },
  };
}

/** What a line says of an event that has no row of its own. */
function loggedOf(db: Db, { event, at, lastAt, oid }: Alike, count: number): LoggedEvent {
  const { kind, reason = null, tenantId, userId, deviceTokenId, address, target, details } = event;
  const ids = { userId, deviceTokenId, targetType: target?.type ?? null, targetId: target?.id ?? null };
  const names = store.names.first(db, ids);
  const { userName, fullName, deviceName } = names ?? {};
  return {
    ...{ oid, tenantId, kind, reason, count, address, outcome: outcomeOf(event), details: details ?? null },
    at: new Date(at).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    user: userId === null ? null : { id: userId, userName: userName ?? "", fullName: fullName ?? "" },
    device: deviceTokenId === null ? null : { id: deviceTokenId, name: deviceName ?? "" },
    target: target ? { ...target, name: names?.targetName ?? null } : null,
  };
}
