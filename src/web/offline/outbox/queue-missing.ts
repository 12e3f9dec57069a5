import type { DataHistory } from "../../api/data-history.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { confirmingInstallation, holdUnsent } from "./hold.ts";
import { queueAgain, queueCommandsAgain } from "./queue-again.ts";

/**
 * Keeps back what was made for another installation, which had the address before. `earlier`: the id of its history;
 * undefined: not known. Returns whether there was another one.
 */
async function holdForOther(
  { id, installation }: DataHistory,
  tenantId: number,
  earlier: string | undefined,
): Promise<boolean> {
  const known = await readValue("installation");
  if (known === installation) return false;
  let isOther = known !== undefined;
  if (isOther || (earlier !== undefined && earlier !== id)) {
    // An earlier version of the client has not stored it.
    const made = known ?? (await confirmingInstallation(tenantId));
    isOther = made !== installation;
    if (isOther) await holdUnsent(made);
  }
  // Last: after an interruption the rest is kept back.
  await writeValue("installation", installation);
  return isOther;
}

/**
 * Queues the counts and commands of a tenant again that the server with this history may lack, and keeps back those of
 * another installation. Returns the number of counts that are queued.
 */
export async function queueMissing(tenantId: number, history: DataHistory): Promise<number> {
  const name = `history ${tenantId}` as const;
  const known = await readValue(name);
  const isOther = await holdForOther(history, tenantId, known);
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
