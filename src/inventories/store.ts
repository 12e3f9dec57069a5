import { sql } from "kysely";
import { fold } from "../storage/fold.ts";
import { bool, type Json, jsonObject, object } from "../storage/json.ts";
import { type Statement, sqlite, statement, type Tx } from "../storage/statement.ts";
import { ID_OPERATORS, idMatches, TEXT_OPERATORS, textMatches } from "../storage/text-match.ts";
import type { Language } from "../words.ts";
import type { Inventory, InventoryDetail } from "./shapes.ts";
import { State, stateName } from "./states.ts";

const inventoriesOf = (tenantId: number) =>
  sqlite.selectFrom("inventory as v").where("v.tenantId", "=", tenantId);

function properties() {
  const ref = sql.ref;
  return {
    oid: ref<number>("v.oid"),
    name: ref<string>("v.name"),
    isClosed: bool(ref("v.isClosed")),
    isApproved: bool(ref("v.isApproved")),
    mustBeApproved: bool(ref("v.mustBeApproved")),
    isBlind: bool(ref("v.isBlind")),
    locationId: ref<number | null>("v.locationId"),
    inventoryStateId: ref<number>("v.inventoryStateId"),
  };
}
const listJson = () => jsonObject<Inventory>(properties()).as("json");

export const all = statement((p: { tenantId: number }) =>
  inventoriesOf(p.tenantId).orderBy("v.oid").select(listJson()),
);

/** Those that are neither Closed nor Cancelled. */
export const open = statement((p: { tenantId: number }) =>
  inventoriesOf(p.tenantId)
    .where("v.inventoryStateId", "not in", [State.Closed, State.Cancelled])
    .orderBy("v.oid")
    .select(listJson()),
);

export const byName = new Map(
  TEXT_OPERATORS.map((operator) => [
    operator,
    statement((p: { tenantId: number; value: string }) =>
      inventoriesOf(p.tenantId)
        .where(textMatches(sql.ref("v.nameFolded"), operator, p.value))
        .orderBy("v.nameFolded")
        .orderBy("v.oid")
        .select(listJson()),
    ),
  ]),
);

export const byId = new Map(
  ID_OPERATORS.map((operator) => [
    operator,
    statement((p: { tenantId: number; number: number; digits: string }) =>
      inventoriesOf(p.tenantId)
        .where(idMatches(sql.ref("v.oid"), operator, p.number, p.digits))
        .orderBy("v.oid")
        .select(listJson()),
    ),
  ]),
);

type DetailRow = { change: number; json: Json<InventoryDetail> };

/** The detail with an empty list of items, a language each. */
export const detail: Readonly<Record<Language, Statement<{ tenantId: number; oid: number }, DetailRow>>> = {
  en: detailIn("en"),
  cs: detailIn("cs"),
};

function detailIn(language: Language) {
  return statement((p: { tenantId: number; oid: number }) =>
    inventoriesOf(p.tenantId)
      .where("v.oid", "=", p.oid)
      .select(({ ref }) => [
        "v.change",
        jsonObject<InventoryDetail>({
          ...properties(),
          inventoryState: object<InventoryDetail["inventoryState"]>({
            oid: ref("v.inventoryStateId"),
            name: stateName(ref("v.inventoryStateId"), language),
          }),
          items: sql<[]>`json_array()`,
        }).as("json"),
      ]),
  );
}

export const record = statement((p: { tenantId: number; oid: number }) =>
  inventoriesOf(p.tenantId).where("v.oid", "=", p.oid).selectAll("v"),
);

export const setState = statement((p: { tenantId: number; oid: number; state: number; change: number }) =>
  sqlite
    .updateTable("inventory")
    .set({ inventoryStateId: p.state, change: p.change })
    .where("oid", "=", p.oid)
    .where("tenantId", "=", p.tenantId),
);

const insert = statement(
  (p: {
    tenantId: number;
    name: string;
    nameFolded: string;
    isClosed: 0 | 1;
    isApproved: 0 | 1;
    mustBeApproved: 0 | 1;
    isBlind: 0 | 1;
    locationId: number | null;
    inventoryStateId: number;
    change: number;
  }) =>
    sqlite.insertInto("inventory").values({
      tenantId: p.tenantId,
      name: p.name,
      nameFolded: p.nameFolded,
      isClosed: p.isClosed,
      isApproved: p.isApproved,
      mustBeApproved: p.mustBeApproved,
      isBlind: p.isBlind,
      locationId: p.locationId,
      inventoryStateId: p.inventoryStateId,
      change: p.change,
    }),
);

export interface NewInventory {
  readonly tenantId: number;
  readonly name: string;
  readonly state: State;
  readonly locationId: number | null;
  readonly mustBeApproved: boolean;
  readonly isApproved: boolean;
  readonly isBlind: boolean;
}

/** Adds an inventory; gives its oid. */
export function addInventory(tx: Tx, inventory: NewInventory): number {
  return insert.run(tx, {
    tenantId: inventory.tenantId,
    name: inventory.name,
    nameFolded: fold(inventory.name),
    isClosed: inventory.state === State.Closed ? 1 : 0,
    isApproved: inventory.isApproved ? 1 : 0,
    mustBeApproved: inventory.mustBeApproved ? 1 : 0,
    isBlind: inventory.isBlind ? 1 : 0,
    locationId: inventory.locationId,
    inventoryStateId: inventory.state,
    change: tx.change,
  }).oid;
}
