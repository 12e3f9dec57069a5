import { claimsOf } from "../../api/claims.ts";
import { dataHistory } from "../../api/data-history.ts";
import { ApiError } from "../../api/errors.ts";
import { submitCounts } from "../../api/inventories.ts";
import { sendRequest } from "../../api/send-request.ts";
import { device, session, terminalToken, withToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { readValue, type Values } from "../../db/values.ts";
import { entriesIn } from "./entries.ts";

/**
 * Reports how many operations of each stocktake this terminal holds, waiting, rejected or with an open question, where the number has
 * changed since the last report: the last operation may be an open question, with which nothing is sent. Throws ServerUnreachable, ApiError or
 * NotLoggedIn. `guard`: of `guardHistory`.
 */
export async function reportPending(guard: () => void): Promise<void> {
  const reported = await readReported();
  const held = await entriesIn("waiting", "asked", "refused");
  if (held.length === 0 && Object.keys(reported.numbers).length === 0) return;
  const { tenantId } = claimsOf(await terminalToken(false));
  const numbers = new Map<number, number>();
  for (const id of Object.keys(reported.numbers)) numbers.set(Number(id), 0);
  for (const entry of held)
    if (entry.tenantId === tenantId)
      numbers.set(entry.inventoryId, (numbers.get(entry.inventoryId) ?? 0) + 1);
  for (const [inventoryId, pending] of numbers) {
    if (pending === (reported.numbers[inventoryId] ?? 0)) continue;
    await report(inventoryId, pending, guard);
    await storeReported(inventoryId, pending);
  }
}

async function report(id: number, pending: number, guard: () => void): Promise<void> {
  try {
    await withToken(terminalToken, (token) => {
      guard();
      return sendRequest(submitCounts({ id, body: { pending, operations: [] } }), { token });
    });
  } catch (error) {
    // The stocktake does not exist there, or takes nothing: nobody waits for these operations.
    if (!(error instanceof ApiError) || error.needsHttps || ![400, 403, 404].includes(error.status))
      throw error;
  }
}

/** Who reports, and to which data: others have not got the numbers. */
const reporter = () =>
  `${dataHistory.peek()?.id ?? ""} ${device.peek()?.deviceTokenId ?? ""} ${device.peek() === null ? session.peek()?.user.id : ""}`;

async function readReported(): Promise<Values["pending"]> {
  const stored = await readValue("pending");
  return stored?.reporter === reporter() ? stored : { reporter: reporter(), numbers: {} };
}

async function storeReported(inventoryId: number, pending: number): Promise<void> {
  const { numbers, ...rest } = await readReported();
  const { [inventoryId]: _, ...others } = numbers;
  const db = await localDb();
  await db.put(
    "values",
    { ...rest, numbers: pending === 0 ? others : { ...others, [inventoryId]: pending } },
    "pending",
  );
}
