import { serverNow } from "../../api/server-time.ts";
import { askAsUser, device } from "../../api/tokens.ts";
import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import { entriesIn } from "./entries.ts";
import { withReceipt } from "./receipt.ts";
import { changeEntries } from "./write.ts";

// The last resort, where a terminal will never reach the server again: what it holds as files that an administrator hands in.

/** So many operations the server takes at once. */
const MOST = 1000;

/** What stands in a file: the body of `POST /api/inventories/{id}/counts`, and what people should know of it. */
export interface ExportedCounts {
  readonly inventoryId: number;
  readonly inventory: string;
  readonly device: string;
  readonly exportedAt: string;
  readonly operations: readonly SentOperation[];
  /** Scans of which the worker never said what they meant: people must look at them, they are not counted. */
  readonly unanswered: readonly SentOperation[];
}

/** All that the server does not have yet, as files; nothing is taken out of the outbox. */
export async function exportFiles(): Promise<readonly File[]> {
  const entries = await entriesIn("waiting", "asked", "refused");
  const db = await localDb();
  const names = new Map((await db.getAll("inventories")).map(({ oid, name }) => [oid, name]));
  const exportedAt = new Date(serverNow()).toISOString();
  const by = device.value?.name ?? "phone";
  const files: File[] = [];
  for (const inventoryId of new Set(entries.map((entry) => entry.inventoryId))) {
    const own = entries.filter((entry) => entry.inventoryId === inventoryId);
    const operations = operationsOf(own.filter(({ state }) => state !== "asked"));
    const unanswered = operationsOf(own.filter(({ state }) => state === "asked"));
    for (let at = 0; at === 0 || at < operations.length; at += MOST) {
      const part: ExportedCounts = {
        inventoryId,
        inventory: names.get(inventoryId) ?? "",
        device: by,
        exportedAt,
        operations: operations.slice(at, at + MOST),
        unanswered: at === 0 ? unanswered : [],
      };
      files.push(fileOf(part, at / MOST));
    }
  }
  return files;
}

const operationsOf = (entries: readonly OutboxEntry[]) => entries.map(({ operation }) => operation);

function fileOf(part: ExportedCounts, index: number): File {
  const by = part.device.replace(/[^\p{L}\p{N}]+/gu, "-");
  const time = part.exportedAt.slice(0, 19).replace(/[:T]/g, "-");
  const suffix = index === 0 ? "" : `-${index + 1}`;
  const name = `tallybox-unsent-${by}-${part.inventoryId}-${time}${suffix}.json`;
  return new File([JSON.stringify(part)], name, { type: "application/json" });
}

/** Thrown for a file that is no export of a terminal. */
export class NoExport extends Error {}

/** Hands a file in as the administrator who is logged in; gives what became of its operations. Throws NoExport, ServerUnreachable, ApiError or NotLoggedIn. */
export async function importFile(file: Blob): Promise<readonly CountReceipt[]> {
  const { inventoryId, operations } = exportedIn(await textOf(file));
  const { receipts } = await askAsUser<{ receipts: readonly CountReceipt[] }>(
    `/api/inventories/${inventoryId}/counts`,
    { method: "POST", body: { operations } },
  );
  await noteReceipts(receipts);
  return receipts;
}

/** What this very terminal still held of the file needs no sending any more. */
async function noteReceipts(receipts: readonly CountReceipt[]): Promise<void> {
  const byId = new Map(receipts.map((receipt) => [receipt.operationId, receipt]));
  const held = (await entriesIn("waiting", "refused")).filter(({ operationId }) => byId.has(operationId));
  await changeEntries(
    held.map(({ seq }) => seq),
    (entry) => noted(entry, byId.get(entry.operationId)),
  );
}

const noted = (entry: OutboxEntry, receipt: CountReceipt | undefined) =>
  receipt === undefined ? null : withReceipt(entry, receipt);

function exportedIn(text: string): ExportedCounts {
  try {
    const read = JSON.parse(text) as Partial<ExportedCounts> | null;
    if (typeof read?.inventoryId === "number" && Array.isArray(read.operations))
      return read as ExportedCounts;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new NoExport();
}

/** `Blob.text()` is newer than the handhelds. */
function textOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(file);
  });
}
