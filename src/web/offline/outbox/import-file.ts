import { submitCounts } from "../../api/inventories.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import { changeEntries } from "./change-entries.ts";
import { entriesIn, withReceipt } from "./entries.ts";
import type { ExportedCounts } from "./export.ts";

/** Thrown for a file that is not an export of a terminal. */
export class NotAnExport extends Error {}

/**
 * Uploads a file as the administrator who is logged in. Returns the receipts of its operations. Throws
 * NotAnExport, ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function importFile(file: Blob): Promise<readonly CountReceipt[]> {
  const { inventoryId, operations } = parseExport(await textOf(file));
  const { receipts, receivedDT } = await requestAsUser(
    submitCounts({ id: inventoryId, body: { operations } }),
  );
  await storeReceipts(receipts, receivedDT);
  return receipts;
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

function parseExport(text: string): ExportedCounts {
  try {
    const parsed = JSON.parse(text) as Partial<ExportedCounts> | null;
    if (typeof parsed?.inventoryId === "number" && Array.isArray(parsed.operations))
      return parsed as ExportedCounts;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new NotAnExport();
}

/** `Blob.text()` is not available in the browsers of handhelds. */
function textOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(file);
  });
}
