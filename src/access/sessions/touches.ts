import { sql } from "kysely";
import type { Principal } from "../../domain/principal.ts";
import { isTerminal } from "../../domain/roles.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { readSettings } from "../../settings/settings.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { trackLastUse } from "../last-use.ts";

// A login at a shared terminal ends when the terminal was not touched for the time after which it locks. A terminal without a
// connection can't report its lock, so the server counts by itself.

const MAX_SESSIONS = 10_000;

// A table of its own: a change of the sessions makes the token check read them again.
const save = statement((p: { oid: number; at: string }) =>
  sqlite
    .insertInto("sessionTouch")
    .columns(["sessionId", "touchedDT"])
    .expression((eb) =>
      eb
        .selectFrom("session")
        .select(["oid", sql<string>`${p.at}`.as("at")])
        .where("oid", "=", p.oid),
    )
    .onConflict((conflict) =>
      conflict.column("sessionId").doUpdateSet({
        touchedDT: sql<string>`max(${sql.ref("sessionTouch.touchedDT")}, excluded.touchedDT)`,
      }),
    ),
);

/** The id of a login's session, or the key of its tokens without one, whose touches are not stored. */
export type TouchedLogin = number | string;

/** The last touches of logins at shared terminals. */
export type Touches = ReturnType<typeof trackTouches>;

/** Keeps the last touches in memory, and writes them about once a minute. */
export function trackTouches(dependencies: Pick<Dependencies, "storage" | "clock" | "log">) {
  const touches = new Map<TouchedLogin, number>();
  const last = (login: TouchedLogin) => touches.get(login) ?? 0;
  const stored = trackLastUse(dependencies, "logins at terminals", (tx: Tx, oid) => {
    const at = touches.get(oid);
    if (at !== undefined) save.run(tx, { oid, at: new Date(at).toISOString() });
  });
  return {
    /**
     * Records the touch that a request of a login at a shared terminal reports. `header`: `Last-Touch`, the seconds since the last
     * touch; empty: the request itself is one. Never throws.
     */
    record(principal: Principal, header: string) {
      const { session, deviceKind, tokenKey } = principal;
      const login = session?.sessionId ?? tokenKey;
      if (login === undefined || deviceKind !== "terminal" || isTerminal(principal)) return;
      const at = touchedAt(header, dependencies.clock.now());
      if (at === null || at <= last(login)) return;
      if (touches.size >= MAX_SESSIONS) touches.clear();
      touches.set(login, at);
      if (session !== null) stored.record(session.sessionId);
    },
    /** The last touch of a login, in milliseconds since 1970, as far as it is newer than the stored one. 0: not known. */
    last,
    /** Writes the pending records. */
    stop: stored.stop,
  };
}

/** The time that the header names; null: none. */
function touchedAt(header: string, now: number): number | null {
  if (header === "") return now;
  return /^\d{1,9}$/.test(header) ? now - Number(header) * 1000 : null;
}

/** The time without a touch that ends a login at a shared terminal, in milliseconds. */
export function terminalIdleMs(db: Db): number {
  return readSettings(db).settings.terminalLockMinutes * 60_000;
}
