import { findArticle, hasArticle } from "../articles/article.ts";
import { ReferenceChecks } from "../catalogue/catalogue.ts";
import { Invalid, orNotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { getLocation, hasLocation } from "../locations/location.ts";
import { TRANSFER } from "../records/article-parts.ts";
import { type ArticleKey, moveStock, stockOf } from "../stock/stock.ts";
import { type GivenFields, newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { assertOwnOrManager } from "./listing.ts";
import { recordRequest } from "./request-event.ts";
import * as store from "./transfer-store.ts";

type TransferRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** A transfer. Without a quantity: all pieces. */
type NewTransfer = GivenFields<typeof TRANSFER> & {
  readonly articleId: number;
  readonly targetLocationId: number;
};

/** The transfer request of this id in the tenant. Throws NotFound. */
export function getTransfer(db: Db, tenantId: number, oid: number): TransferRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Transfer request not found."));
}

/** Adds a transfer request; returns its oid. The stock is checked at the confirmation. Throws Invalid. */
export function requestTransfer(tx: Tx, principal: Principal, transfer: NewTransfer): number {
  const { tenantId, userId } = principal;
  const isLocation = (oid: number) => hasLocation(tx, tenantId, oid);
  new ReferenceChecks()
    .check("articleId", transfer.articleId, (oid) => hasArticle(tx, tenantId, oid))
    .check("targetLocationId", transfer.targetLocationId, isLocation)
    .check("fromLocationId", transfer.fromLocationId, isLocation)
    .assertValid();
  assertDifferentLocations(transfer.fromLocationId ?? null, transfer.targetLocationId);
  const columns = newColumns(TRANSFER, { ...transfer, state: "open", userId, createdDT: tx.now });
  const { oid } = store.insert.run(tx, { ...columns, tenantId, change: tx.change });
  recordRequest(tx, "transfer", oid, principal, transfer.articleId);
  return oid;
}

/** Changes at the confirmation. Absent fields stay as requested. */
interface Confirmation {
  readonly fromLocationId?: number | null | undefined;
  readonly quantity?: number | null | undefined;
}

/**
 * Confirms a transfer and moves the pieces. Throws Invalid for references. Throws WrongState if it is decided already, the
 * article or the target location is deleted, the source location is ambiguous, or there are too few pieces.
 */
export function confirmTransfer(
  tx: Tx,
  principal: Principal,
  record: TransferRecord,
  confirmation: Confirmation,
): void {
  const { tenantId } = principal;
  new ReferenceChecks()
    .check("fromLocationId", confirmation.fromLocationId, (oid) => hasLocation(tx, tenantId, oid))
    .assertValid();
  assertPending(record);
  const { articleId, targetLocationId } = record;
  if (findArticle(tx, tenantId, articleId) === null) {
    throw new WrongState(msg("The article was deleted in the meantime."));
  }
  if (!hasLocation(tx, tenantId, targetLocationId))
    throw new WrongState(msg("The target location was deleted in the meantime."));
  const { fromLocationId = record.fromLocationId, quantity = record.quantity } = confirmation;
  assertDifferentLocations(fromLocationId, targetLocationId);
  tx.setCause(`transfer ${record.oid}`);
  const moved = move(tx, { tenantId, articleId }, fromLocationId, targetLocationId, quantity);
  const decision = { state: "confirmed", reason: null } as const;
  store.decide.run(tx, { ...decision, ...moved, ...decided(tx, principal, record) });
}

/** Moves the pieces; returns source location and quantity. Pieces at the target already are not moved. */
function move(tx: Tx, article: ArticleKey, from: number | null, to: number, quantity: number | null) {
  const stock = stockOf(tx, article).filter((entry) => entry.quantity > 0);
  const elsewhere = stock.filter(({ locationId }) => locationId !== to);
  if (from === null && quantity === null && elsewhere.length === 0 && stock.length > 0)
    return { fromLocationId: null, quantity: null };
  const source = from === null ? onlyLocation(tx, article, elsewhere) : { locationId: from };
  const available = stock.find(({ locationId }) => locationId === source.locationId)?.quantity ?? 0;
  // At least 1: without any pieces `moveStock` throws.
  const pieces = quantity ?? Math.max(available, 1);
  moveStock(tx, article, source.locationId, to, pieces);
  return { fromLocationId: source.locationId, quantity: pieces };
}

function onlyLocation(db: Db, { tenantId }: ArticleKey, locations: readonly { locationId: number }[]) {
  const [first, ...others] = locations;
  if (first === undefined) throw new WrongState(msg("The article is not at any other location."));
  if (others.length === 0) return first;
  const names = locations
    .slice(0, 10)
    .map(({ locationId }) => `${getLocation(db, tenantId, locationId).name} (${locationId})`)
    .join(", ");
  throw new WrongState(
    msg("The article is at several locations: {names}. Choose one (fromLocationId).", { names }),
  );
}

/** Rejects a transfer. Its author sees the reason. Throws WrongState if it is decided already. */
export function rejectTransfer(tx: Tx, principal: Principal, record: TransferRecord, reason: string): void {
  assertPending(record);
  const { fromLocationId, quantity } = record;
  const decision = { state: "rejected", fromLocationId, quantity, reason } as const;
  store.decide.run(tx, { ...decision, ...decided(tx, principal, record) });
}

/** Deletes a transfer: the caller's own while pending, or any by Manager and Admin. Throws Forbidden, WrongState. */
export function deleteTransfer(tx: Tx, principal: Principal, record: TransferRecord): void {
  assertOwnOrManager(principal, record.userId);
  if (!may(principal, "manage")) assertPending(record);
  store.markDeleted.run(tx, { oid: record.oid, change: tx.change });
}

function decided(tx: Tx, { userId }: Principal, { oid }: TransferRecord) {
  return { oid, decidedDT: tx.now, decidedBy: userId, change: tx.change };
}

function assertDifferentLocations(from: number | null, to: number): void {
  if (from !== to) return;
  throw Invalid.field("fromLocationId", msg("must differ from the target location"));
}

function assertPending({ state }: TransferRecord): void {
  if (state === "confirmed") throw new WrongState(msg("The transfer is already confirmed."));
  if (state === "rejected") throw new WrongState(msg("The transfer is already rejected."));
}
