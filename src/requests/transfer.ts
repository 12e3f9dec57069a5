import { findArticle, hasArticle } from "../articles/article.ts";
import { References } from "../catalogue/catalogue.ts";
import { Invalid, NotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { hasLocation, locationOf } from "../locations/location.ts";
import { type ArticleKey, moveStock, stockOf } from "../stock/stock.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { assertOwnOrManager } from "./listing.ts";
import * as store from "./transfer-store.ts";

export type TransferRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** What is asked to be moved; null is not said. */
export interface Transfer {
  readonly articleId: number;
  readonly targetLocationId: number;
  readonly fromLocationId: number | null;
  /** Pieces; null: all. */
  readonly quantity: number | null;
  readonly note: string | null;
}

/** The transfer of this id in the tenant. Throws NotFound. */
export function transferOf(db: Db, tenantId: number, oid: number): TransferRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("Transfer request not found.", "Žádost o převod nenalezena."));
  return found;
}

/** Asks for a transfer; gives its oid. Whether there are pieces is looked at when it is confirmed. Throws Invalid. */
export function requestTransfer(tx: Tx, principal: Principal, transfer: Transfer): number {
  const { tenantId, userId } = principal;
  const isLocation = (oid: number) => hasLocation(tx, tenantId, oid);
  new References()
    .check("articleId", transfer.articleId, (oid) => hasArticle(tx, tenantId, oid))
    .check("targetLocationId", transfer.targetLocationId, isLocation)
    .check("fromLocationId", transfer.fromLocationId, isLocation)
    .demand();
  assertDifferentLocations(transfer.fromLocationId, transfer.targetLocationId);
  return store.insert.run(tx, { ...transfer, tenantId, userId, createdDT: tx.now, change: tx.change }).oid;
}

/** What is said when it is confirmed; what is absent stays as it was asked. */
export interface Confirmation {
  readonly fromLocationId?: number | null | undefined;
  readonly quantity?: number | null | undefined;
}

/**
 * Confirms a transfer and moves the pieces. Throws Invalid on references, WrongState where it is decided already, the
 * article is gone, it is at several places and nobody says which is meant, or too few pieces are there.
 */
export function confirmTransfer(
  tx: Tx,
  principal: Principal,
  record: TransferRecord,
  said: Confirmation,
): void {
  const { tenantId } = principal;
  new References()
    .check("fromLocationId", said.fromLocationId, (oid) => hasLocation(tx, tenantId, oid))
    .demand();
  assertPending(record);
  const { articleId, targetLocationId } = record;
  if (findArticle(tx, tenantId, articleId) === null) {
    throw new WrongState(msg("The article was deleted in the meantime.", "Artikl byl mezitím smazán."));
  }
  const { fromLocationId = record.fromLocationId, quantity = record.quantity } = said;
  assertDifferentLocations(fromLocationId, targetLocationId);
  tx.cause(`transfer ${record.oid}`);
  const moved = move(tx, { tenantId, articleId }, fromLocationId, targetLocationId, quantity);
  const how = { isConfirmed: 1, isRejected: 0, reason: null } as const;
  store.decide.run(tx, { ...how, ...moved, ...decided(tx, principal, record) });
}

/** Moves what is meant; gives from where and how many. What is at the target already needs no move. */
function move(tx: Tx, article: ArticleKey, from: number | null, to: number, quantity: number | null) {
  const stock = stockOf(tx, article).filter((place) => place.quantity > 0);
  const elsewhere = stock.filter(({ locationId }) => locationId !== to);
  if (from === null && quantity === null && elsewhere.length === 0 && stock.length > 0)
    return { fromLocationId: null, quantity: null };
  const place = from === null ? onlyPlace(tx, article, elsewhere) : { locationId: from };
  const there = stock.find(({ locationId }) => locationId === place.locationId)?.quantity ?? 0;
  // At least one, so that nothing at all is refused as too few.
  const pieces = quantity ?? Math.max(there, 1);
  moveStock(tx, article, place.locationId, to, pieces);
  return { fromLocationId: place.locationId, quantity: pieces };
}

function onlyPlace(db: Db, { tenantId }: ArticleKey, places: readonly { locationId: number }[]) {
  const [first, ...others] = places;
  if (first === undefined)
    throw new WrongState(
      msg("The article is not at any other location.", "Artikl není v žádném jiném umístění."),
    );
  if (others.length === 0) return first;
  const names = places
    .slice(0, 10)
    .map(({ locationId }) => `${locationOf(db, tenantId, locationId).name} (${locationId})`)
    .join(", ");
  throw new WrongState(
    msg(
      `The article is at several locations: ${names}. Choose one (fromLocationId).`,
      `Artikl je ve více umístěních: ${names}. Vyberte jedno (fromLocationId).`,
    ),
  );
}

/** Rejects; whoever asked sees why. Throws WrongState where it is decided already. */
export function rejectTransfer(tx: Tx, principal: Principal, record: TransferRecord, reason: string): void {
  assertPending(record);
  const { fromLocationId, quantity } = record;
  const how = { isConfirmed: 0, isRejected: 1, fromLocationId, quantity, reason } as const;
  store.decide.run(tx, { ...how, ...decided(tx, principal, record) });
}

/** Deletes a transfer: one's own while it is open, or any by who decides. Throws Forbidden, WrongState. */
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
  throw Invalid.field(
    "fromLocationId",
    msg("must differ from the target location", "se musí lišit od cílového umístění"),
  );
}

function assertPending({ isConfirmed, isRejected }: TransferRecord): void {
  if (isConfirmed === 1)
    throw new WrongState(msg("The transfer is already confirmed.", "Převod už byl potvrzen."));
  if (isRejected === 1)
    throw new WrongState(msg("The transfer is already rejected.", "Převod už byl zamítnut."));
}
