import { call } from "../../api/call.ts";
import { dataHistory, isHistoryCurrent } from "../../api/data-history.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import type { SentOperation } from "../../db/outbox-shapes.ts";
import { problemOf } from "./answers.ts";
import { changeEntries } from "./change-entries.ts";
import { entriesIn, withReceipt } from "./entries.ts";
import type { ExportedCounts, ExportedCustodies } from "./export.ts";

/** Thrown for a file that is not an export of a terminal. */
export class NotAnExport extends Error {}

/** Thrown for a file of another server: its ids name other records here. */
export class OfOtherServer extends Error {}

/** What became of the operations of a file. */
interface Imported {
  readonly taken: number;
  readonly refused: number;
}

/**
 * Uploads a file as the administrator who is logged in. A file may be uploaded again. Throws NotAnExport, OfOtherServer,
 * ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function importFile(file: Blob): Promise<Imported> {
  const content = parseExport(await file.text());
  await assertOfThisServer(content.installation);
  return "custodies" in content ? importCustodies(content) : importCounts(content);
}

/** `installation`: undefined in a file of an earlier version of the client. Throws OfOtherServer. */
async function assertOfThisServer(installation: string | undefined): Promise<void> {
  if (installation === undefined) return;
  // Any response names it.
  if (!isHistoryCurrent()) await requestAsUser(call("GET /api/settings/terminal"));
  const here = dataHistory.peek()?.installation ?? installation;
  if (here !== installation) throw new OfOtherServer();
}

async function importCounts({ inventoryId, operations }: ExportedCounts): Promise<Imported> {
  const send = (sent: readonly Omit<SentOperation, "userId">[]) =>
    requestAsUser(call("POST /api/inventories/{id}/counts", { id: inventoryId, body: { operations: sent } }));
  const first = await send(operations);
  const orphans = new Set(
    first.receipts
      .filter(({ isAuthorMissing = false }) => isAuthorMissing)
      .map(({ operationId }) => operationId),
  );
  // Without an author they are the administrator's.
  const own = operations
    .filter(({ operationId }) => orphans.has(operationId))
    .map(({ userId: _, ...operation }) => operation);
  const { receipts: others, receivedDT } = own.length === 0 ? { ...first, receipts: [] } : await send(own);
  const receipts = [...first.receipts.filter(({ operationId }) => !orphans.has(operationId)), ...others];
  await storeReceipts(receipts, receivedDT);
  const refused = receipts.filter(({ result }) => result === "refused").length;
  return { taken: receipts.length - refused, refused };
}

/** One after the other: a return needs its hand-over. */
async function importCustodies({ custodies }: ExportedCustodies): Promise<Imported> {
  let refused = 0;
  for (const body of custodies) {
    try {
      const { result } = await requestAsUser(call("POST /api/custodies/operations", { body }));
      if (result === "rejected") refused++;
    } catch (error) {
      if (problemOf(error) === null) throw error;
      refused++;
    }
  }
  return { taken: custodies.length - refused, refused };
}

/** Stores receipts of operations that are in the outbox of this terminal. */
async function storeReceipts(receipts: readonly CountReceipt[], receivedDT: string): Promise<void> {
  const byId = new Map(receipts.map((receipt) => [receipt.operationId, receipt]));
  const sentByFile = (await entriesIn("waiting", "refused")).filter(({ operationId }) =>
    byId.has(operationId),
  );
  await changeEntries(
    sentByFile.map(({ seq }) => seq),
    (entry) => {
      const receipt = byId.get(entry.operationId);
      return receipt === undefined ? null : withReceipt(entry, receipt, receivedDT);
    },
  );
}

function parseExport(text: string): ExportedCounts | ExportedCustodies {
  try {
    const parsed = JSON.parse(text) as Partial<ExportedCounts & ExportedCustodies> | null;
    if (Array.isArray(parsed?.custodies)) return parsed as ExportedCustodies;
    if (typeof parsed?.inventoryId === "number" && Array.isArray(parsed.operations))
      return parsed as ExportedCounts;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new NotAnExport();
}
