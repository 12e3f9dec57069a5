import type { Principal } from "../domain/principal.ts";
import type { Scope } from "../domain/scopes.ts";
import { FED, type FedTable } from "../storage/database/feed-triggers.ts";
import type { TableName } from "../storage/database/schema.ts";

/** The scopes that a table asks of an API key, all of them. Null: no key gets the table. Not listed: `articles:read`. */
const SCOPES: Readonly<Partial<Record<TableName, readonly Scope[] | null>>> = {
  user: null,
  location: ["locations:read"],
  inventory: ["inventories:read"],
  inventoryItem: ["inventories:read"],
  articleTransfer: ["requests:read"],
  disposalProposal: ["requests:read"],
  printer: ["labels:read"],
  printFormat: ["labels:read"],
  printRequest: ["labels:read"],
  photo: ["articles:read", "inventories:read"],
  custody: ["custody:read"],
};
const DEFAULT: readonly Scope[] = ["articles:read"];

/** The tables of the feed that a Manager, an Admin or an API key reads, in the order of FED. */
export function readableTables({ apiKey }: Pick<Principal, "apiKey">): readonly FedTable[] {
  if (apiKey === undefined) return FED;
  return FED.filter(({ table }) => {
    const needed = SCOPES[table] === undefined ? DEFAULT : SCOPES[table];
    return needed?.every((scope) => apiKey.scopes.includes(scope)) ?? false;
  });
}
