import type { CountOperation } from "../../../src/inventories/counting/shapes.ts";
import type { Client } from "../../harness/client.ts";

/** Reads the count operations of an inventory from the server, in the order in which they apply. */
export async function readOperations(
  manager: Client,
  inventoryId: number,
): Promise<readonly CountOperation[]> {
  const all: CountOperation[] = [];
  for (const state of ["applied", "unknown", "late"]) {
    for (let before = ""; ; ) {
      const { body } = await manager.get(
        `/api/inventories/${inventoryId}/operations?state=${state}${before && `&before=${before}`}`,
      );
      const page: readonly CountOperation[] = body;
      all.push(...page.filter(({ kind }) => kind === "set" || kind === "add"));
      const last = page.at(-1);
      if (last === undefined) break;
      before = String(last.oid);
    }
  }
  const order = ({ at, operationId }: CountOperation) => `${at} ${operationId}`;
  return all.sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** Formats an operation as a line: user, code, location's code, quantity. */
function formatOperation({ user, code, article, location, kind, entered }: CountOperation): string {
  const quantity = entered.inventoryQuantity;
  const counted = quantity === null || quantity === undefined ? "nothing" : quantity;
  return logLine(user.fullName, code ?? article?.code ?? "", location?.code ?? "", counted, kind === "add");
}

/** Formats the line of an expected operation. */
export function logLine(
  who: string,
  code: string,
  place: string,
  quantity: number | "nothing",
  isAdded = false,
): string {
  return `${who}: ${code} at ${place} ${isAdded ? "+" : "="} ${quantity}`;
}

/** Reads the operations as lines. */
export async function readLog(manager: Client, inventoryId: number): Promise<readonly string[]> {
  return (await readOperations(manager, inventoryId)).map(formatOperation);
}
