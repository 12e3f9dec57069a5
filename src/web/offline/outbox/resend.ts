import { claimsOf } from "../../api/claims.ts";
import { confirmHistory, type DataHistory, dataHistory, isHistoryCurrent } from "../../api/data-history.ts";
import { moved } from "../../api/https-address.ts";
import { getTerminalSettings } from "../../api/server.ts";
import { requestAsTerminal, session, terminalToken } from "../../api/tokens.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { loadModule } from "./retry-loop.ts";

/** The tenant and history that were compared last. */
let compared = "";

/** The history of the server that has given the present tokens; null: it names none. */
async function knownHistory(): Promise<DataHistory | null> {
  // Over plain HTTP the server answers to counts alone.
  if (!isHistoryCurrent() && moved.peek() === null) {
    await requestAsTerminal(getTerminalSettings());
    confirmHistory();
  }
  return dataHistory.peek();
}

/** Keeps back what was made for another installation, which had the address before. */
async function holdForOther({ installation }: DataHistory): Promise<void> {
  const known = await readValue("installation");
  if (known === installation) return;
  if (known !== undefined) {
    const { holdUnsent } = await loadModule(import("./hold.ts"));
    await holdUnsent(known);
  }
  // Last: after an interruption the rest is kept back.
  await writeValue("installation", installation);
}

/**
 * Queues the counts and their photos again that the server may lack, if its data have another history than at the last
 * contact. Returns whether there are any counts. They are sent before the items of the new history are stored, so
 * that the figures on the screen never lack them. What another installation should get is kept back. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function resendAfterRestore(): Promise<boolean> {
  const history = await knownHistory();
  if (history === null) return false;
  const tenantId = session.peek()?.tenantId ?? claimsOf(await terminalToken(false)).tenantId;
  if (compared === `${tenantId} ${history.id}`) return false;
  await holdForOther(history);
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
