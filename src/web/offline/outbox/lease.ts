import { newId } from "../../api/ids.ts";
import { localDb } from "../../db/database.ts";
import type { Lease } from "../../db/values.ts";

// Only one tab sends: not for safety, for what is sent twice counts once, but not to disturb each other. Web Locks are missing
// over plain HTTP, so the tab that sends has its name in the database, and must say again and again that it is still there. A tab
// that is closed leaves the name to run out: WebKit keeps a transaction that begins on `pagehide` open while the page is frozen, and
// the next page waits for it for ever.

/** So long a tab may be silent; after that it is taken as dead. */
const LEASE_MS = 6000;

const me = tabName();

/** The name stays when the page is loaded again: it need not wait for itself. A tab that was copied has it too, which does no harm. */
function tabName(): string {
  const known = sessionStorage.getItem("tab");
  if (known !== null) return known;
  const made = newId(Date.now());
  sessionStorage.setItem("tab", made);
  return made;
}

/** True when this tab is the one that sends now; it is asked before each round. A tab that is seen takes it from one that is not. */
export async function holdsLease(now = Date.now()): Promise<boolean> {
  const isSeen = document.visibilityState === "visible";
  const db = await localDb();
  const tx = db.transaction("values", "readwrite");
  // Only a Lease is ever kept under this name.
  const held = (await tx.store.get("lease")) as Lease | undefined;
  const isMine = held === undefined || held.tab === me || (isSeen && !held.isSeen) || isOver(held, now);
  if (isMine) void tx.store.put({ tab: me, until: now + LEASE_MS, isSeen }, "lease");
  await tx.done;
  return isMine;
}

/** One that ends too far ahead was given before the clock was set back. */
const isOver = ({ until }: Lease, now: number) => until <= now || until > now + LEASE_MS;
