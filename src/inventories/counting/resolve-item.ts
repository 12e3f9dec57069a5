import { scanned } from "../../articles/scan.ts";
import { isInCatalogue, References } from "../../catalogue/catalogue.ts";
import type { Count } from "../../domain/counting/fold.ts";
import { resolveItem } from "../../domain/counting/resolve.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { hasLocation } from "../../locations/location.ts";
import type { Flag } from "../../storage/database/schema/columns.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { addUnexpectedItem, findItem } from "../items/item.ts";
import * as store from "./store.ts";

/** What an operation is about. */
export interface Subject {
  readonly itemId: number | null;
  readonly code: string | null;
  readonly locationId: number | null;
  /** One more of it at the location, whatever is expected or was counted elsewhere. */
  readonly isExtra: Flag;
}

/** The item that is meant, and where it was found (null: nobody said); or an unexpected one of that place, not made yet. */
export type ItemResolution =
  | { readonly itemId: number; readonly place: number | null }
  | { readonly itemId: null; readonly articleId: number; readonly place: number };

/** What an operation is about, by the rule of choose.ts. Null: nobody knows the code. Throws Invalid where it can't be known. */
export function resolveSubject(tx: Tx, inventory: InventoryRecord, subject: Subject): ItemResolution | null {
  const { itemId, code, locationId } = subject;
  if (itemId !== null) return { itemId, place: locationId };
  const { tenantId, oid: inventoryId } = inventory;
  const [articleId, another] = scanned(tx, tenantId, code ?? "");
  if (articleId === undefined) return null;
  if (another !== undefined) throw ambiguous(code ?? "");
  const candidates = store.candidates.all(tx, { tenantId, inventoryId, articleId });
  const choice = resolveItem(candidates, locationId, inventory.locationId, subject.isExtra === 1);
  if (choice === "where") throw whereNeeded();
  if (choice.item !== null) return { itemId: choice.item, place: choice.place };
  return { itemId: null, articleId, place: choice.place };
}

/** The item that is meant; an unexpected one is made where it is missing. */
export function ensureItem(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  meant: ItemResolution,
): number {
  if (meant.itemId !== null) return meant.itemId;
  return addUnexpectedItem(tx, {
    tenantId,
    inventoryId,
    articleId: meant.articleId,
    foundAtLocationId: meant.place,
  });
}

/** Throws Invalid where what an operation refers to is not the tenant's. */
export function demandReferences(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  { itemId, locationId }: Subject,
  { disposalMethodId, disposalReasonId }: Count,
): void {
  new References()
    .check("itemId", itemId, (id) => findItem(tx, tenantId, id)?.inventoryId === inventoryId)
    .check("locationId", locationId, (id) => hasLocation(tx, tenantId, id))
    .check("disposalMethodId", disposalMethodId, (id) =>
      isInCatalogue(tx, "articleDisposalMethod", id, tenantId),
    )
    .check("disposalReasonId", disposalReasonId, (id) =>
      isInCatalogue(tx, "articleDisposalReason", id, tenantId),
    )
    .demand();
}

const ambiguous = (code: string) =>
  Invalid.field(
    "code",
    msg(
      `"${code}" is the serial number or tag of several articles. Select the item.`,
      `„${code}“ je sériové číslo nebo štítek několika artiklů. Vyberte položku.`,
    ),
  );
const whereNeeded = () =>
  Invalid.field(
    "locationId",
    msg(
      "Name the location. The article is not expected at exactly one.",
      "Uveďte umístění. Artikl se neočekává právě v jednom.",
    ),
  );
