import type { DataHistory } from "../../api/data-history.ts";
import { localDb } from "../../db/database.ts";
import type { CommandTask, OutboxEntry, OutboxState, QueuedCommand } from "../../db/outbox-shapes.ts";
import type { StoredItem } from "../../db/reference-shapes.ts";
import { changeEntries } from "./change-entries.ts";
import { changeCommand } from "./commands.ts";

// After a restore the server may lack what it had confirmed. Operations keep their ids, so those that it has
// are counted once.

/** The server's times of a commit and of its confirmation differ by less. */
const MARGIN_MS = 600_000;
/** The estimate of the server's time is at most so much wrong (api/server-time.ts). */
const PHOTO_MARGIN_MS = 5000;
/** The number of operations in one transaction. Scans wait for it. */
const SLICE = 500;
/** A time that differs more from that of the receipt was corrected by the server. */
const MAX_DEVIATION_MS = 2000;

/** The states of operations that the server has confirmed, and of those that it may accept now. */
const STATES: readonly OutboxState[] = ["sent", "late", "unknown", "given-up", "refused"];

/**
 * Queues the operations of a tenant that the installation of this history confirmed after its `copiedAt` (null:
 * all), those that it rejected, and those that were kept back for it. `isOther`: another installation had the
 * address before. Returns their number.
 */
export async function queueAgain(tenantId: number, history: DataHistory, isOther: boolean): Promise<number> {
  const from = timeBefore(history.copiedAt, MARGIN_MS);
  const db = await localDb();
  let queued = 0;
  for (const state of STATES) {
    const seqs = await db.getAllKeysFromIndex("outbox", "state", state);
    for (let start = 0; start < seqs.length; start += SLICE) {
      const slice = seqs.slice(start, start + SLICE);
      const items = await namedItems(slice);
      await changeEntries(slice, (entry) => {
        if (entry.tenantId !== tenantId || isElsewhere(entry, history, isOther)) return null;
        if (!isAffected(entry, from)) return null;
        queued += 1;
        return again(entry, items.get(entry.seq));
      });
    }
  }
  return queued;
}

/**
 * Queues the photos, hand-overs and returns of a tenant that the installation confirmed after `copiedAt` (null: all), and the commands that
 * were kept back for it. They are sent after the counts. A photo that is sent a second time by another user would be
 * there twice, so the margin is small.
 */
export async function queueCommandsAgain(
  tenantId: number,
  history: DataHistory,
  isOther: boolean,
): Promise<void> {
  const from = timeBefore(history.copiedAt, PHOTO_MARGIN_MS);
  const db = await localDb();
  for (const { seq, task, ...command } of await db.getAllFromIndex("errands", "state", "done")) {
    if (command.tenantId !== tenantId || !isSentAgain(task)) continue;
    if (isElsewhere(command, history, isOther)) continue;
    // A photo of an earlier version of the client has no time of its confirmation, and no content.
    if (command.sentDT === undefined || command.sentDT < from) continue;
    await changeCommand(seq, (now) =>
      now.state === "done" ? { ...now, state: "waiting", result: null, problem: null } : null,
    );
  }
  for (const { seq, ...command } of await db.getAllFromIndex("errands", "state", "waiting")) {
    if (command.tenantId !== tenantId || command.task.kind !== "custody" || command.result === null) continue;
    // Its photo waits. The server may lack the hand-over, and have given its number to another one.
    await changeCommand(seq, (now) => (now.state === "waiting" ? { ...now, result: null } : null));
  }
  for (const state of ["refused", "given-up"] as const)
    for (const { seq, ...command } of await db.getAllFromIndex("errands", "state", state)) {
      if (command.tenantId !== tenantId || !isRejectedAgain(command, history, isOther, from)) continue;
      await changeCommand(seq, (now) =>
        now.state === state ? { ...now, state: "waiting", result: null, problem: null } : null,
      );
    }
}

/** What the server has stored as rejected and may lack, and what was kept back for it. */
function isRejectedAgain(
  command: Omit<QueuedCommand, "seq">,
  history: DataHistory,
  isOther: boolean,
  from: string,
): boolean {
  if (command.task.kind === "custody" && command.result?.["result"] === "rejected")
    return !isElsewhere(command, history, isOther) && (command.sentDT ?? "") >= from;
  return command.state === "refused" && command.installation === history.installation;
}

/** The server applies a hand-over or return once. */
const isSentAgain = (task: CommandTask) =>
  task.kind === "custody" || (task.kind === "photo" && task.file.size > 0);

const timeBefore = (copiedAt: string | null, marginMs: number) =>
  copiedAt === null ? "" : new Date(Date.parse(copiedAt) - marginMs).toISOString();

/**
 * True for what another installation has answered to: the terminal was paired with it at the same address. Its ids
 * name other records here. An earlier version of the client has not stored the installation.
 */
const isElsewhere = (
  { installation }: { readonly installation?: string },
  history: DataHistory,
  isOther: boolean,
) => (installation === undefined ? isOther : installation !== history.installation);

/** An operation of an earlier version of the client has no time of its confirmation. */
function isAffected({ state, receipt, sentDT }: OutboxEntry, from: string): boolean {
  if (state === "refused") return true;
  // A user discarded it before the server had it.
  if (receipt === null || receipt.result === "refused") return false;
  return STATES.includes(state) && (sentDT === undefined || sentDT >= from);
}

function again(entry: OutboxEntry, item: StoredItem | undefined): OutboxEntry {
  const { operation, receipt, state, problem } = entry;
  const time = receipt?.time ?? operation.at;
  const isCorrected = Math.abs(Date.parse(time) - Date.parse(operation.at)) > MAX_DEVIATION_MS;
  return {
    ...entry,
    state: "waiting",
    ...(state === "refused" ? { ahead: 1 } : { again: { state, problem } }),
    problem: null,
    // The receipt has the server's time, which needs no correction.
    era: "",
    operation: isCorrected ? { ...operation, at: time } : operation,
    ...(item && {
      namedItem: { expectedAt: item.locationId, foundAt: item.foundAtLocationId },
    }),
  };
}

/** The stored items that the operations name, by the seq of the operation. */
async function namedItems(seqs: readonly number[]): Promise<ReadonlyMap<number, StoredItem>> {
  const db = await localDb();
  const tx = db.transaction(["outbox", "items"]);
  const found = new Map<number, StoredItem>();
  const entries = await Promise.all(seqs.map((seq) => tx.objectStore("outbox").get(seq)));
  for (const entry of entries) {
    if (entry?.operation.itemId === undefined) continue;
    const item = await tx.objectStore("items").get([entry.inventoryId, entry.operation.itemId]);
    if (item !== undefined) found.set(entry.seq, item);
  }
  return found;
}
