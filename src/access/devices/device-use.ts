import { sql } from "kysely";
import { Unavailable } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { RequestTransport } from "../../http/pipeline/https-gate.ts";
import type { Clock } from "../../platform/clock.ts";
import { makeDelayedWrite } from "../../platform/delayed-write.ts";
import type { Log } from "../../platform/log.ts";
import { type Statement, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { saveLogin } from "./devices.ts";

/** Minimum time between two writes for a device. */
const INTERVAL_MS = 60_000;
/** Uses recorded within this time share one transaction, so that few reads wait for its flush. */
const BATCH_MS = 5000;
/** Delay before logins are written again while the disk is not accepting writes. */
const RETRY_MS = 1000;

const newest = sql<string>`max(${sql.ref("deviceUse.lastUsedDT")}, excluded.lastUsedDT)`;
const insert = (p: { deviceTokenId: number; tenantId: number; at: string }, isOverHttp: 0 | 1) =>
  sqlite
    .insertInto("deviceUse")
    .values({ deviceTokenId: p.deviceTokenId, tenantId: p.tenantId, lastUsedDT: p.at, isOverHttp });
const saveUse: Record<RequestTransport, Statement<UseRow, unknown>> = {
  secure: statement((p: UseRow) =>
    insert(p, 0).onConflict((conflict) =>
      conflict.column("deviceTokenId").doUpdateSet({ lastUsedDT: newest, isOverHttp: 0 }),
    ),
  ),
  // The device continues to count, so its earlier report of unsent counts is outdated.
  plain: statement((p: UseRow) =>
    insert(p, 1).onConflict((conflict) =>
      conflict.column("deviceTokenId").doUpdateSet({ lastUsedDT: newest, isOverHttp: 1, unsent: null }),
    ),
  ),
  // A refused request gives a device no right to deliver over plain HTTP.
  unaccepted: statement((p: UseRow) =>
    insert(p, 0).onConflict((conflict) =>
      conflict.column("deviceTokenId").doUpdateSet({ lastUsedDT: newest }),
    ),
  ),
};

interface UseRow {
  readonly deviceTokenId: number;
  readonly tenantId: number;
  readonly at: string;
}

/** Records the last use of each device, its transport, and the users who have logged in on it. */
export type DeviceUse = ReturnType<typeof trackDeviceUse>;

interface LoggedInUser {
  readonly oid: number;
  readonly tenantId: number;
}

interface Use {
  readonly deviceTokenId: number;
  readonly tenantId: number;
  readonly at: number;
  readonly transport: RequestTransport;
  readonly users: readonly LoggedInUser[];
}

/** The uses that are due to be written, one for each device. */
function makePendingUses() {
  const pending = new Map<number, Use>();
  return {
    add(use: Use) {
      const earlier = pending.get(use.deviceTokenId);
      const users = new Map([...(earlier?.users ?? []), ...use.users].map((user) => [user.oid, user]));
      pending.set(use.deviceTokenId, {
        ...use,
        at: Math.max(use.at, earlier?.at ?? 0),
        transport: use.transport === "unaccepted" && earlier ? earlier.transport : use.transport,
        users: [...users.values()],
      });
    },
    /** Removes and returns all uses. */
    takeAll() {
      const uses = [...pending.values()];
      pending.clear();
      return uses;
    },
  };
}

/** Writes the table `deviceUse` with a delay: see DeviceUse. */
export function trackDeviceUse(storage: Storage, clock: Clock, log: Log) {
  const recorded = new Map<number, Pick<Use, "at" | "transport">>();
  const pending = makePendingUses();
  /** Time of the last report of a device, in milliseconds since 1970. */
  const reports = new Map<number, number>();
  // A retry of logins does not wait for the batch.
  const delayed = makeDelayedWrite(writeDue, (error) =>
    log.error({ err: error }, "failed to write the use of devices"),
  );

  async function writeDue(): Promise<void> {
    await writeAll(pending.takeAll());
    // Flushed now, so that the next read does not wait for the flush.
    await storage.durable();
  }

  function save(use: Use): Promise<void> {
    const isReported = (reports.get(use.deviceTokenId) ?? Number.NEGATIVE_INFINITY) >= use.at;
    const transport = isReported ? "unaccepted" : use.transport;
    return storage.write(use.tenantId, (tx) => write(tx, { ...use, transport }), LOW);
  }

  /** Writes uses. They stay pending while the disk is not accepting writes. */
  async function writeAll(uses: readonly Use[]): Promise<void> {
    try {
      await Promise.all(uses.map(save));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      for (const use of uses) pending.add(use);
      delayed.schedule(uses.some(({ users }) => users.length > 0) ? RETRY_MS : BATCH_MS);
    }
  }

  return {
    /** Records an authenticated request of a device. Never throws. The record is written later. */
    recordUse(
      { deviceTokenId, tenantId }: Pick<Principal, "deviceTokenId" | "tenantId">,
      transport: RequestTransport,
    ) {
      if (deviceTokenId === null) return;
      const last = recorded.get(deviceTokenId);
      const at = clock.now();
      const elapsed = at - (last?.at ?? Number.NEGATIVE_INFINITY);
      // Below zero: the clock has been set back.
      if (elapsed >= 0 && elapsed < INTERVAL_MS && last?.transport === transport) return;
      recorded.set(deviceTokenId, { at, transport });
      pending.add({ deviceTokenId, tenantId, at, transport, users: [] });
      delayed.schedule(BATCH_MS);
    },
    /** Records a login on a device. While the disk is not accepting writes, the login stays in memory and is written later. */
    async recordLogin(deviceTokenId: number, user: LoggedInUser, transport: RequestTransport) {
      const at = clock.now();
      recorded.set(deviceTokenId, { at, transport });
      await writeAll([{ deviceTokenId, tenantId: user.tenantId, at, transport, users: [user] }]);
    },
    /** A device reports its unsent counts: its earlier uses that are written later don't change the report. */
    recordReport(deviceTokenId: number) {
      reports.set(deviceTokenId, clock.now());
    },
    /** Writes the pending records. */
    async stop() {
      delayed.cancel();
      await writeDue();
      delayed.cancel();
    },
  };
}

/** Uses the disk space that is reserved for logins. */
const LOW = { evenWhenLow: true };

function write(tx: Tx, { deviceTokenId, tenantId, at, transport, users }: Use): void {
  saveUse[transport].run(tx, { deviceTokenId, tenantId, at: new Date(at).toISOString() });
  for (const user of users) saveLogin(tx, deviceTokenId, user);
}
