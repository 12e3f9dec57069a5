import type { CountOperation } from "../../../src/inventories/counting/shapes.ts";
import type { Client } from "../../harness/client.ts";

/** What terminals have sent of an inventory, in the order in which it counts. */
export async function logOf(manager: Client, inventoryId: number): Promise<readonly CountOperation[]> {
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

/** An operation as a line: who said what of which code, and where (the code of the place). */
export function line({ user, code, article, location, kind, entered }: CountOperation): string {
  const quantity = entered.inventoryQuantity;
  const said = quantity === null || quantity === undefined ? "nothing" : quantity;
  return entry(user.fullName, code ?? article?.code ?? "", location?.code ?? "", said, kind === "add");
}

/** The line that is expected of what somebody said. */
export function entry(
  who: string,
  code: string,
  place: string,
  said: number | "nothing",
  isAdded = false,
): string {
  return `${who}: ${code} at ${place} ${isAdded ? "+" : "="} ${said}`;
}

/** The log as lines. */
export async function linesOf(manager: Client, inventoryId: number): Promise<readonly string[]> {
  return (await logOf(manager, inventoryId)).map(line);
}
