import { findArticle } from "../../articles/article.ts";
import { findByScannedCode } from "../../articles/scan.ts";
import { isInCatalogue, ReferenceChecks } from "../../catalogue/catalogue.ts";
import type { Count } from "../../domain/counting/fold.ts";
import { resolveItem } from "../../domain/counting/resolve.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { hasLocation } from "../../locations/location.ts";
import type { Flag } from "../../storage/database/schema.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { addUnexpectedItem, findItem } from "../items/item.ts";
import * as store from "./store.ts";

/** The subject of an operation: an item, or a scanned code. */
export interface Subject {
  readonly itemId: number | null;
  readonly code: string | null;
  readonly locationId: number | null;
  /** One more piece at the location, whatever is expected or was counted elsewhere. */
  readonly isExtra: Flag;
}

/**
 * An existing item with the location where it was found (null: not entered), or a new unexpected item. `articleId`: of the scanned
 * code; null: the item was named.
 */
type ItemResolution =
  | { readonly itemId: number; readonly articleId: number | null; readonly locationId: number | null }
  | { readonly itemId: null; readonly articleId: number; readonly locationId: number };

/** Resolves the subject of an operation (domain/counting/resolve.ts). Null: unknown code. Throws Invalid if ambiguous. */
export function resolveSubject(tx: Tx, inventory: InventoryRecord, subject: Subject): ItemResolution | null {
  const { itemId, code, locationId } = subject;
  if (itemId !== null) return { itemId, articleId: null, locationId };
  const { tenantId, oid: inventoryId } = inventory;
  const [articleId, second] = findByScannedCode(tx, tenantId, code ?? "");
  if (articleId === undefined) return null;
  if (second !== undefined) throw ambiguous(code ?? "");
  const candidates = store.candidates.all(tx, { tenantId, inventoryId, articleId });
  const choice = resolveItem(candidates, locationId, inventory.locationId, subject.isExtra === 1);
  if (choice === "locationRequired") throw locationRequired();
  if (choice.item !== null) return { itemId: choice.item, articleId, locationId: choice.locationId };
  return { itemId: null, articleId, locationId: choice.locationId };
}

/**
 * Resolves the subject of an operation whose terminal has found an article for the code (null: none, or not told). Where no article has
 * the code any more, the present code of that article takes its place. Throws Invalid if ambiguous.
 */
export function resolveFound(
  tx: Tx,
  inventory: InventoryRecord,
  subject: Subject,
  articleId: number | null,
): { readonly subject: Subject; readonly resolution: ItemResolution | null } {
  const resolution = resolveSubject(tx, inventory, subject);
  if (resolution !== null || articleId === null) return { subject, resolution };
  const code = findArticle(tx, inventory.tenantId, articleId)?.code ?? null;
  if (code === null) return { subject, resolution };
  const renamed = { ...subject, code };
  return { subject: renamed, resolution: resolveSubject(tx, inventory, renamed) };
}

/** The oid of the resolved item. Creates an unexpected item if it is missing. */
export function ensureItem(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  resolution: ItemResolution,
): number {
  if (resolution.itemId !== null) return resolution.itemId;
  return addUnexpectedItem(tx, {
    tenantId,
    inventoryId,
    articleId: resolution.articleId,
    foundAtLocationId: resolution.locationId,
  });
}

/** Throws Invalid for references to records of other tenants. */
export function assertReferences(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  { itemId, locationId }: Subject,
  { disposalMethodId, disposalReasonId }: Count,
): void {
  new ReferenceChecks()
    .check("itemId", itemId, (id) => findItem(tx, tenantId, id)?.inventoryId === inventoryId)
    .check("locationId", locationId, (id) => hasLocation(tx, tenantId, id))
    .check("disposalMethodId", disposalMethodId, (id) =>
      isInCatalogue(tx, "articleDisposalMethod", id, tenantId),
    )
    .check("disposalReasonId", disposalReasonId, (id) =>
      isInCatalogue(tx, "articleDisposalReason", id, tenantId),
    )
    .assertValid();
}

const ambiguous = (code: string) =>
  Invalid.field(
    "code",
    msg('"{code}" is the serial number or tag of several articles. Select the item.', { code }),
  );
const locationRequired = () =>
  Invalid.field("locationId", msg("Name the location. The article is not expected at exactly one."));
