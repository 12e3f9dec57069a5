import { call } from "../../api/call.ts";
import { claimsOf } from "../../api/claims.ts";
import { confirmHistory, type DataHistory, dataHistory, isHistoryCurrent } from "../../api/data-history.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { requestAsTerminal, session, terminalToken } from "../../api/tokens.ts";
import { readValue } from "../../db/values.ts";
import { loadModule } from "./retry-loop.ts";

/** What was compared last: the tenant, and the id of the history (null: the server names none). */
let compared: { readonly tenantId: number; readonly id: string | null } | null = null;

/**
 * The history of the server that has given the present tokens; null: it names none. Throws ServerUnreachable where it
 * named one before: a proxy may have removed it.
 */
async function knownHistory(): Promise<DataHistory | null> {
  if (isHistoryCurrent()) return dataHistory.peek();
  await requestAsTerminal(call("GET /api/settings/terminal")).catch((error: unknown) => {
    // Over plain HTTP the server answers to counts alone, but names its history.
    if (!(error instanceof ApiError && error.needsHttps)) throw error;
  });
  if (isHistoryCurrent()) return dataHistory.peek();
  dataHistory.value = null;
  if ((await readValue("installation")) !== undefined) throw unnamed();
  confirmHistory();
  return null;
}

const unnamed = () => new ServerUnreachable("the server has not named its history");

/**
 * Returns a check to be made before each request that sends something: it throws ServerUnreachable where the server is
 * another one than at this call. Call it before reading what waits.
 */
export function guardHistory(): () => void {
  const before = compared;
  return () => {
    const id = dataHistory.peek()?.id ?? null;
    if (!isHistoryCurrent() || before === null || before.id !== id) throw unnamed();
  };
}

/** Deletes the stored records of another server, for a tenant of this one. */
export type ForgetServer = (tenantId: number) => Promise<void>;

let forgetServer: ForgetServer = () => Promise.resolve();

/** Sets what is done with the stored records where another installation has the address now. */
export function onOtherServer(forget: ForgetServer): void {
  forgetServer = forget;
}

let running: Promise<boolean> | null = null;

/**
 * Queues the counts and their photos again that the server may lack, if its data have another history than at the last
 * contact. Returns whether there are any counts. They are sent before the items of the new history are stored, so
 * that the figures on the screen never lack them. What another installation should get is kept back. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export function resendAfterRestore(): Promise<boolean> {
  running ??= compare().finally(() => {
    running = null;
  });
  return running;
}

async function compare(): Promise<boolean> {
  // First: a new token makes the history doubtful.
  const token = await terminalToken(false);
  const history = await knownHistory();
  const tenantId = session.peek()?.tenantId ?? claimsOf(token).tenantId;
  const id = history?.id ?? null;
  if (compared?.tenantId === tenantId && compared.id === id) return false;
  let queued = 0;
  if (history !== null) {
    const { queueMissing } = await loadModule(import("./queue-missing.ts"));
    queued = await queueMissing(tenantId, history, forgetServer);
  }
  compared = { tenantId, id };
  return queued > 0;
}
