import { hexOf, hmacSha256, sha256 } from "../../../domain/sha256.ts";
import { answering } from "../../api/data-history.ts";
import { session } from "../../api/tokens.ts";
import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { Delivery, OutboxEntry, OutboxState, QueuedCommand } from "../../db/outbox-shapes.ts";
import { onTabMessage } from "../../db/tab-messages.ts";
import type { StoredSubmission } from "../../db/values.ts";
import { LATER, requestOf } from "./commands.ts";

/** Reads an operation by its id; null: not stored (any more). */
export async function entryById(operationId: string): Promise<OutboxEntry | null> {
  const db = await localDb();
  return (await db.getFromIndex("outbox", "operationId", operationId)) ?? null;
}

/** Reads an operation by its seq; null: none. */
export async function entryOfSeq(seq: number): Promise<OutboxEntry | null> {
  const db = await localDb();
  return (await db.get("outbox", seq)) ?? null;
}

/** Reads all operations on the subject of an operation, oldest first. */
export async function entriesLike({
  inventoryId,
  subject,
}: Pick<OutboxEntry, "inventoryId" | "subject">): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  return db.getAllFromIndex("outbox", "subject", [inventoryId, subject]);
}

/** Reads all operations on an unknown code in a stocktake, at all locations, oldest first. */
export async function entriesOfCode(inventoryId: number, code: string): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  // The subjects of unknown codes: `u3:CODE`.
  const range = IDBKeyRange.bound([inventoryId, "u"], [inventoryId, "v"]);
  const found = await db.getAllFromIndex("outbox", "subject", range);
  return found
    .filter(({ articleId, operation }) => articleId === null && operation.code === code)
    .sort((a, b) => a.seq - b.seq);
}

/** Reads the operations in these states, oldest first. */
export async function entriesIn(...states: readonly OutboxState[]): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const found = await Promise.all(states.map((state) => db.getAllFromIndex("outbox", "state", state)));
  return found.flat().sort((a, b) => a.seq - b.seq);
}

/** The states without a final receipt. */
const OPEN_STATES: readonly OutboxState[] = ["waiting", "refused"];

/**
 * Applies a receipt to an entry. An applied operation stays `ahead` of the items until they are loaded again,
 * because the stored items may be older; those before a restore include an operation that is sent again. One that waits for its author
 * stays as it was: it will count.
 * `sentDT`: the server's time. Returns null if another tab has stored the receipt already.
 */
export function withReceipt(
  entry: OutboxEntry,
  receipt: CountReceipt,
  sentDT: string | undefined,
): OutboxEntry | null {
  if (!OPEN_STATES.includes(entry.state)) return null;
  const { ahead, again, sentDT: _, ...other } = entry;
  const rest = { ...other, ...answering() };
  const confirmed = { ...rest, receipt, problem: null, ...(sentDT !== undefined && { sentDT }) };
  const result = receipt.result === "duplicate" ? receipt.first : receipt.result;
  if (result === "applied") {
    const isIncluded = again?.state === "sent" && ahead === undefined;
    return { ...confirmed, ...(!isIncluded && { ahead: 1 }), state: "sent" };
  }
  if (again?.state === "given-up") return { ...confirmed, ...again };
  if (result === "unknown" || result === "late") return { ...confirmed, state: result };
  // Its time was corrected since, so the server compares another content under the same id.
  if (again !== undefined && (receipt.errors ?? []).some(({ path }) => path === "operationId"))
    return { ...confirmed, ...again, receipt: entry.receipt };
  const fieldErrors = (receipt.errors ?? []).map(({ message }) => message);
  const waiting = waitsForAuthor({ receipt }) && { ...(ahead && { ahead }), ...(again && { again }) };
  const problem = [receipt.message, ...fieldErrors].join(" ");
  return { ...rest, ...waiting, state: "refused", receipt, problem };
}

/**
 * True if the server accepts the operation only after its author logs in. It is then sent again
 * automatically.
 */
export const waitsForAuthor = ({ receipt }: Pick<OutboxEntry, "receipt">): boolean =>
  receipt?.isAuthorMissing !== true && (receipt?.errors ?? []).some(({ path }) => path === "userId");

/** The entry, discarded with a reason. It is kept for display. */
export function discarded(entry: OutboxEntry, reason: string): OutboxEntry {
  const { ahead: _, ...rest } = entry;
  return { ...rest, state: "given-up", problem: reason };
}

/** A rejected operation, to be sent again. Before a restore the stored items include what the server had confirmed. */
export const waitingAgain = (entry: OutboxEntry): OutboxEntry => ({
  ...entry,
  ...(entry.again?.state !== "sent" && { ahead: 1 }),
  state: "waiting",
  problem: null,
});

/**
 * The operations on articles that the server has stored as ones on unknown codes, because the article was deleted or has no code any more:
 * no item includes them. Those that were undone are left out. `unknown`: all operations in that state.
 */
export function ofLostArticles(unknown: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const found = unknown.filter(({ articleId, inventoryId }) => articleId !== null && inventoryId > 0);
  const ids = new Set(found.map(({ operationId }) => operationId));
  const undone = new Set(found.filter(({ how }) => how === "undo").map(({ corrects }) => corrects));
  return found.filter(({ how, operationId, corrects }) =>
    how === "undo" ? corrects === null || !ids.has(corrects) : !undone.has(operationId),
  );
}

/** Marks an entry as rejected with a message; null: it already has a receipt. */
export function withRejection(entry: OutboxEntry, problem: string): OutboxEntry | null {
  if (entry.state !== "waiting") return null;
  const { ahead: _, sentDT: __, again, ...rest } = entry;
  if (again?.state === "given-up") return { ...rest, ...again };
  // The server does not have it any more.
  return { ...rest, ...answering(), state: "refused", receipt: null, problem };
}

// The unconfirmed operations of the current stocktake are cached in memory. After a day offline there may be
// thousands, and the list of a location is computed after each scan.

let cache: { readonly inventoryId: number; readonly entries: Promise<OutboxEntry[]> } | null = null;

/** Reads the operations of a stocktake that its stored items do not include yet, oldest first. */
export async function unconfirmedOf(inventoryId: number): Promise<readonly OutboxEntry[]> {
  if (cache?.inventoryId !== inventoryId) cache = { inventoryId, entries: read(inventoryId) };
  const current = cache;
  try {
    return await current.entries;
  } catch (error) {
    if (cache === current) cache = null;
    throw error;
  }
}

/** Adds a new operation to the cache. */
export function incrementUnconfirmed(entry: OutboxEntry): void {
  if (cache?.inventoryId !== entry.inventoryId || entry.ahead !== 1) return;
  const { entries } = cache;
  // The database read may already include it.
  const added = entries.then((all) => {
    if (!all.some(({ seq }) => seq === entry.seq)) all.push(entry);
    return all;
  });
  cache = { inventoryId: entry.inventoryId, entries: added };
}

/** Clears the cache after a change. */
export function unconfirmedChanged(): void {
  cache = null;
}

onTabMessage((what) => {
  if (what === "outbox" || what === "items") unconfirmedChanged();
});

async function read(inventoryId: number): Promise<OutboxEntry[]> {
  const db = await localDb();
  return db.getAllFromIndex("outbox", "ahead", [inventoryId, 1]);
}

// A command is signed while its author is logged in. The lock deletes the key, so nobody signs another one at a locked terminal. The
// submission token delivers signed commands only (http/pipeline/request-body.ts).

type Signed = Pick<QueuedCommand, "id" | "userId" | "tenantId" | "task">;

/** Signs a command with the login of its author; undefined: another user, or nobody, is logged in. */
export async function sign(command: Signed): Promise<Delivery | undefined> {
  const login = session.value;
  if (login?.submission === undefined || login.accessToken === undefined) return undefined;
  if (login.user.id !== command.userId || login.tenantId !== command.tenantId) return undefined;
  return signWith(login.submission, command);
}

async function signWith({ token, key }: StoredSubmission, { id, task }: Signed): Promise<Delivery> {
  const signature = (operationId: string, subject: string, content: Uint8Array) =>
    base64url(hmacSha256(bytesOf(key), encoded(`${operationId}\n${subject}\n${hexOf(sha256(content))}`)));
  const ofPhoto = async (operationId: string, photo: Blob | null) =>
    photo && signature(operationId, "photo", new Uint8Array(await new Response(photo).arrayBuffer()));
  switch (task.kind) {
    case "photo":
      return { token, signature: null, photoSignature: await ofPhoto(id, task.file) };
    case "custody":
      return { token, signature: null, photoSignature: await ofPhoto(`${id}-photo`, task.photo) };
    default: {
      const request = await requestOf(task, null);
      if (request === LATER) throw new Error(`a ${task.kind} waits for no other operation`);
      const { path, body } = request;
      const photo = task.kind === "proposal" ? task.photo : null;
      return {
        token,
        signature: signature(id, path, encoded(JSON.stringify(body))),
        photoSignature: await ofPhoto(`${id}-photo`, photo),
      };
    }
  }
}

const encoded = (text: string) => new TextEncoder().encode(text);

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));
