import { newId } from "../../api/ids.ts";
import { localDb } from "../../db/database.ts";
import type { Lease } from "../../db/values.ts";

// Only one tab sends, so that tabs don't disturb each other (an operation sent twice counts once). Web Locks
// are not available over plain HTTP. So the sending tab stores a lease in the database and renews it. The
// lease of a closed tab expires: WebKit keeps a transaction started on `pagehide` open while the page is
// frozen, which blocks the next page.

/** Duration of a lease. */
const LEASE_MS = 6000;

const tabId = tabName();

/**
 * The name survives a reload, so that a tab need not wait for its own lease. A duplicated tab has the same
 * name, which is harmless.
 */
function tabName(): string {
  const known = sessionStorage.getItem("tab");
  if (known !== null) return known;
  const id = newId(Date.now());
  sessionStorage.setItem("tab", id);
  return id;
}

/**
 * Acquires or renews the lease. Returns false if another tab has it. A visible tab takes it from a hidden
 * one.
 */
export async function holdsLease(now = Date.now()): Promise<boolean> {
  const isSeen = document.visibilityState === "visible";
  const db = await localDb();
  const tx = db.transaction("values", "readwrite");
  // Only leases are stored under this key.
  const lease = (await tx.store.get("lease")) as Lease | undefined;
  const isOwn = lease === undefined || lease.tab === tabId || (isSeen && !lease.isSeen) || isOver(lease, now);
  if (isOwn) void tx.store.put({ tab: tabId, until: now + LEASE_MS, isSeen }, "lease");
  await tx.done;
  return isOwn;
}

/** True for an expired lease, and for one from before the clock was set back. */
const isOver = ({ until }: Lease, now: number) => until <= now || until > now + LEASE_MS;
