import { sql } from "kysely";
import { Unavailable } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { RequestTransport } from "../../http/pipeline/https-gate.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { type Statement, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { saveLogin } from "./devices.ts";

/** A device is written at most this often. */
const EVERY_MS = 60_000;
/** Devices that are due within this time share one transaction, so that few reads wait for its flush. */
const GATHER_MS = 5000;
/** While logins are not written because the disk takes no writes. */
const RETRY_MS = 1000;

const newest = sql<string>`max(${sql.ref("deviceUse.lastUsedDT")}, excluded.lastUsedDT)`;
const insert = (p: { deviceTokenId: number; tenantId: number; at: string }, isOverHttp: 0 | 1) =>
  sqlite
    .insertInto("deviceUse")
    .values({ deviceTokenId: p.deviceTokenId, tenantId: p.tenantId, lastUsedDT: p.at, isOverHttp });
const mark: Record<RequestTransport, Statement<Mark, unknown>> = {
  secure: statement((p: Mark) =>
    insert(p, 0).onConflict((conflict) =>
      conflict.column("deviceTokenId").doUpdateSet({ lastUsedDT: newest, isOverHttp: 0 }),
    ),
  ),
  // It counts on, so what it said before is out of date.
  plain: statement((p: Mark) =>
    insert(p, 1).onConflict((conflict) =>
      conflict.column("deviceTokenId").doUpdateSet({ lastUsedDT: newest, isOverHttp: 1, unsent: null }),
    ),
  ),
  // A device can't gain the right to deliver by trying.
  unaccepted: statement((p: Mark) =>
    insert(p, 0).onConflict((conflict) =>
      conflict.column("deviceTokenId").doUpdateSet({ lastUsedDT: newest }),
    ),
  ),
};

interface Mark {
  readonly deviceTokenId: number;
  readonly tenantId: number;
  readonly at: string;
}

/** Records when and how each device was last used, and who has logged in on it. */
export interface DeviceUse {
  /** Records an authenticated request of a device. Never throws; it is written later. */
  recordUse(caller: Pick<Principal, "deviceTokenId" | "tenantId">, transport: RequestTransport): void;
  /** Records a login on a device. While the disk takes no writes it is kept in memory and written later. */
  recordLogin(deviceTokenId: number, user: LoggedIn, transport: RequestTransport): Promise<void>;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

interface LoggedIn {
  readonly oid: number;
  readonly tenantId: number;
}

interface Use {
  readonly deviceTokenId: number;
  readonly tenantId: number;
  readonly at: number;
  readonly transport: RequestTransport;
  readonly users: readonly LoggedIn[];
}

/** Keeps the table `deviceUse` near what devices do: see DeviceUse. */
export function trackDeviceUse(storage: Storage, clock: Clock, log: Log): DeviceUse {
  const recorded = new Map<number, Pick<Use, "at" | "transport">>();
  const due = new Map<number, Use>();
  let timer: NodeJS.Timeout | null = null;

  /** Adds to what is due. */
  function add(use: Use): void {
    const earlier = due.get(use.deviceTokenId);
    const users = new Map([...(earlier?.users ?? []), ...use.users].map((user) => [user.oid, user]));
    due.set(use.deviceTokenId, {
      ...use,
      at: Math.max(use.at, earlier?.at ?? 0),
      transport: use.transport === "unaccepted" && earlier ? earlier.transport : use.transport,
      users: [...users.values()],
    });
  }

  function writeIn(ms: number): void {
    // Logins do not wait for what is gathered.
    if (timer !== null && ms >= GATHER_MS) return;
    clearTimeout(timer ?? undefined);
    timer = setTimeout(() => {
      timer = null;
      writeDue().catch((error: unknown) => log.error({ err: error }, "the use of devices was not written"));
    }, ms).unref();
  }

  async function writeDue(): Promise<void> {
    const uses = [...due.values()];
    due.clear();
    await writeAll(uses);
    // Flushed now, so that the next read need not wait for it.
    await storage.durable();
  }

  /** What the disk does not take stays due. */
  async function writeAll(uses: readonly Use[]): Promise<void> {
    try {
      await Promise.all(uses.map((use) => storage.write(use.tenantId, (tx) => write(tx, use), LOW)));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      for (const use of uses) add(use);
      writeIn(uses.some(({ users }) => users.length > 0) ? RETRY_MS : GATHER_MS);
    }
  }

  return {
    recordUse({ deviceTokenId, tenantId }, transport) {
      if (deviceTokenId === null) return;
      const last = recorded.get(deviceTokenId);
      const at = clock.now();
      const elapsed = at - (last?.at ?? Number.NEGATIVE_INFINITY);
      // Below zero: the clock was set back.
      if (elapsed >= 0 && elapsed < EVERY_MS && last?.transport === transport) return;
      recorded.set(deviceTokenId, { at, transport });
      add({ deviceTokenId, tenantId, at, transport, users: [] });
      writeIn(GATHER_MS);
    },
    async recordLogin(deviceTokenId, user, transport) {
      const at = clock.now();
      recorded.set(deviceTokenId, { at, transport });
      await writeAll([{ deviceTokenId, tenantId: user.tenantId, at, transport, users: [user] }]);
    },
    async stop() {
      clearTimeout(timer ?? undefined);
      timer = null;
      await writeDue();
      clearTimeout(timer ?? undefined);
    },
  };
}

/** The reserve is for logins. */
const LOW = { evenWhenLow: true };

function write(tx: Tx, { deviceTokenId, tenantId, at, transport, users }: Use): void {
  mark[transport].run(tx, { deviceTokenId, tenantId, at: new Date(at).toISOString() });
  for (const user of users) saveLogin(tx, deviceTokenId, user);
}
