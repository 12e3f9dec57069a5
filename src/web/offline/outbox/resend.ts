import { claimsOf } from "../../api/claims.ts";
import { dataHistory } from "../../api/data-history.ts";
import { session, terminalToken } from "../../api/tokens.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { loadModule } from "./retry-loop.ts";

/** The tenant and history that were compared last. */
let compared = "";

/**
 * Queues the counts and their photos again that the server may lack, if its data have another history than at the last
 * contact. Returns whether there are any counts. They are sent before the items of the new history are stored, so
 * that the figures on the screen never lack them. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function resendAfterRestore(): Promise<boolean> {
  const history = dataHistory.peek();
  if (history === null) return false;
  const tenantId = session.peek()?.tenantId ?? claimsOf(await terminalToken(false)).tenantId;
  if (compared === `${tenantId} ${history.id}`) return false;
  const name = `history ${tenantId}` as const;
  const known = await readValue(name);
  let queued = 0;
  if (known !== undefined && known !== history.id) {
    const { queueAgain, queuePhotosAgain } = await loadModule(import("./queue-again.ts"));
    queued = await queueAgain(tenantId, history);
    await queuePhotosAgain(tenantId, history);
  }
  // Last: after an interruption the rest is queued again.
  if (known !== history.id) await writeValue(name, history.id);
  compared = `${tenantId} ${history.id}`;
  return queued > 0;
}
