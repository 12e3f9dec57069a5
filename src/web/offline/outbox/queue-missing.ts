import { msg } from "../../../domain/message.ts";
import type { DataHistory } from "../../api/data-history.ts";
import { localDb } from "../../db/database.ts";
import type {
  CommandTask,
  OutboxEntry,
  OutboxState,
  QueuedCommand,
  StoredItem,
} from "../../db/outbox-shapes.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { signalFailure } from "../../feedback/speech.ts";
import { t } from "../../i18n/translate.ts";
import { changeEntries } from "./change-entries.ts";
import { changeCommand } from "./commands.ts";
import { entriesIn, waitsForAuthor } from "./entries.ts";
import type { ForgetServer } from "./resend.ts";

/**
 * Keeps back what was made for another installation, which had the address before. `earlier`: the id of its history;
 * undefined: not known. Returns whether there was another one.
 */
async function holdForOther(
  { id, installation }: DataHistory,
  tenantId: number,
  earlier: string | undefined,
  forgetServer: ForgetServer,
): Promise<boolean> {
  const known = await readValue("installation");
  if (known === installation) return false;
  let isOther = known !== undefined;
  if (isOther || (earlier !== undefined && earlier !== id)) {
    // An earlier version of the client has not stored it.
    const made = known ?? (await confirmingInstallation(tenantId));
    isOther = made !== installation;
    if (isOther) {
      // First: nothing is counted with them any more.
      await forgetServer(tenantId);
      await holdUnsent(made);
      await setAside(made, installation);
    }
  }
  // Last: after an interruption the rest is kept back.
  await writeValue("installation", installation);
  return isOther;
}

/**
 * Queues the counts and commands of a tenant again that the server with this history may lack, and keeps back those of
 * another installation. Returns the number of counts that are queued.
 */
export async function queueMissing(
  tenantId: number,
  history: DataHistory,
  forgetServer: ForgetServer,
): Promise<number> {
  const name = `history ${tenantId}` as const;
  const known = await readValue(name);
  const isOther = await holdForOther(history, tenantId, known, forgetServer);
  if (known === history.id) return 0;
  let queued = 0;
  if (known !== undefined) {
    queued = await queueAgain(tenantId, history, isOther);
    await queueCommandsAgain(tenantId, history, isOther);
  }
  // Last: after an interruption the rest is queued again.
  await writeValue(name, history.id);
  return queued;
}

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
 * all), those that it rejected, and those that were kept back for it. Those that wait note which item they name. `isOther`: another installation had the
 * address before. Returns their number.
 */
async function queueAgain(tenantId: number, history: DataHistory, isOther: boolean): Promise<number> {
  const from = timeBefore(history.copiedAt, MARGIN_MS);
  const db = await localDb();
  let queued = 0;
  // First: the others become waiting too.
  for (const state of ["waiting", ...STATES] as const) {
    const seqs = await db.getAllKeysFromIndex("outbox", "state", state);
    for (let start = 0; start < seqs.length; start += SLICE) {
      const slice = seqs.slice(start, start + SLICE);
      const items = await namedItems(slice);
      await changeEntries(slice, (entry) => {
        if (entry.tenantId !== tenantId || isElsewhere(entry, history, isOther)) return null;
        const item = items.get(entry.seq);
        if (entry.state === "waiting") return item === undefined ? null : { ...entry, ...named(item) };
        if (!isAffected(entry, from)) return null;
        queued += 1;
        return again(entry, item);
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
async function queueCommandsAgain(tenantId: number, history: DataHistory, isOther: boolean): Promise<void> {
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
    ...(item && named(item)),
  };
}

const named = ({ locationId, foundAtLocationId }: StoredItem) => ({
  namedItem: { expectedAt: locationId, foundAt: foundAtLocationId },
});

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

/**
 * Keeps back what is not sent yet, because another installation has the address now: its ids name other records. A user
 * sends or discards it. `installation`: for which it was made; empty: not known.
 */
async function holdUnsent(installation: string): Promise<void> {
  const problem = t(
    msg("This was made for another server that was here before. Ask an Admin before you send it again."),
  );
  const waiting = (await entriesIn("waiting", "asked", "refused")).filter(isUnsent);
  for (let start = 0; start < waiting.length; start += SLICE) {
    const seqs = waiting.slice(start, start + SLICE).map(({ seq }) => seq);
    await changeEntries(seqs, (entry) => held(entry, installation, problem));
  }
  const db = await localDb();
  const commands = await db.getAllFromIndex("errands", "state", "waiting");
  for (const { seq } of commands)
    await changeCommand(seq, (now) =>
      now.state === "waiting"
        ? {
            ...now,
            state: "refused",
            installation,
            problem,
            // The number of a hand-over there is of another one here.
            result: now.task.kind === "custody" ? null : now.result,
          }
        : null,
    );
  if (waiting.length + commands.length > 0) signalFailure();
}

/**
 * Sets the operations of other installations aside, and brings back those of the one that is `here`: a look-up by stocktake must not find
 * those of another one with the same id. `made`: the installation of those that no server has answered to.
 */
async function setAside(made: string, here: string): Promise<void> {
  const db = await localDb();
  const seqs = await db.getAllKeys("outbox");
  for (let start = 0; start < seqs.length; start += SLICE)
    await changeEntries(seqs.slice(start, start + SLICE), (entry) => {
      const { ahead: _, installation = made, inventoryId, ...rest } = entry;
      if ((installation === here) === inventoryId > 0) return null;
      return { ...rest, installation, inventoryId: -inventoryId };
    });
}

/** The installation that has confirmed a tenant's newest counts; empty: not known. */
async function confirmingInstallation(tenantId: number): Promise<string> {
  const db = await localDb();
  const tx = db.transaction("outbox");
  let cursor = await tx.store.openCursor(null, "prev");
  for (; cursor !== null; cursor = await cursor.continue()) {
    const { installation, tenantId: of } = cursor.value;
    if (of === tenantId && installation !== undefined) return installation;
  }
  return "";
}

/** Whether it would be sent, also later and without a user. */
const isUnsent = (entry: OutboxEntry): boolean =>
  entry.state === "waiting" ||
  entry.state === "asked" ||
  (entry.state === "refused" && waitsForAuthor(entry));

function held(entry: OutboxEntry, installation: string, problem: string): OutboxEntry | null {
  if (!isUnsent(entry)) return null;
  const { ahead: _, question: __, again, ...rest } = entry;
  // The other installation has it; this one must not get it again.
  if (again !== undefined) return { ...rest, ...again };
  return { ...rest, installation, state: "refused", receipt: null, problem };
}
