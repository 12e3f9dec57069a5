import { Conflict, Forbidden, orNotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { nameKey } from "../domain/text-folding.ts";
import { SAVED_VIEW } from "../records/saved-view.ts";
import { newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/** Views of one user, and shared views of one company. */
export const MAX_VIEWS = 100;

type SavedViewRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** What a view is changed to. Absent: as before. */
interface SavedViewChanges {
  readonly name?: string | undefined;
  readonly query?: string | undefined;
  readonly isShared?: boolean | undefined;
}

/** A shared view, or an own one of the caller. Throws NotFound. */
export function getSavedView(db: Db, { tenantId, userId }: Principal, oid: number): SavedViewRecord {
  return orNotFound(store.record.first(db, { tenantId, userId, oid }), msg("Saved view not found."));
}

/** Adds a view and returns its oid. Throws Forbidden, Conflict on the name, WrongState where there are too many. */
export function addSavedView(tx: Tx, principal: Principal, view: Omit<Checked, "oid">): number {
  const { screen, name, query, isShared } = view;
  const columns = checkedColumns(tx, principal, { oid: 0, screen, name, query, isShared });
  assertRoom(tx, columns);
  return store.insert.run(tx, columns).oid;
}

/** Changes the given properties. A view that is no longer shared becomes the caller's own. Throws as `addSavedView`. */
export function changeSavedView(
  tx: Tx,
  principal: Principal,
  record: SavedViewRecord,
  changes: SavedViewChanges,
): void {
  assertMayChange(principal, record);
  const { oid, screen } = record;
  const wasShared = record.userId === null;
  const { name = record.name, query = record.query, isShared = wasShared } = changes;
  const columns = checkedColumns(tx, principal, { oid, screen, name, query, isShared });
  if (isShared !== wasShared) assertRoom(tx, columns);
  store.update.run(tx, { ...columns, oid });
}

/** Removes a view. Throws Forbidden. */
export function removeSavedView(tx: Tx, principal: Principal, record: SavedViewRecord): void {
  assertMayChange(principal, record);
  store.remove.run(tx, { oid: record.oid, tenantId: record.tenantId });
}

function assertMayChange(principal: Principal, { userId }: { readonly userId: number | null }): void {
  if (userId === null && !may(principal, "manage"))
    throw new Forbidden(msg("Only Managers change shared views."));
}

/** A view that is checked before it is saved; `oid` 0: a new one. */
interface Checked {
  readonly oid: number;
  readonly screen: string;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
}

function checkedColumns(tx: Tx, principal: Principal, { oid, isShared, ...view }: Checked) {
  const { tenantId } = principal;
  const userId = isShared ? null : principal.userId;
  assertMayChange(principal, { userId });
  const key = nameKey(view.name);
  const holder = store.named.first(tx, { tenantId, owner: userId ?? 0, screen: view.screen, nameKey: key });
  if (holder !== null && holder.oid !== oid)
    throw new Conflict(msg("There is already a view named {name}.", { name: holder.name }), [
      { path: "name", text: msg("is taken by another view") },
    ]);
  return {
    ...newColumns(SAVED_VIEW, { ...view, userId }),
    tenantId,
    nameKey: key,
    change: tx.change,
  };
}

function assertRoom(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: number | null },
): void {
  const { count = 0 } = store.count.first(tx, { tenantId, owner: userId ?? 0 }) ?? {};
  if (count >= MAX_VIEWS)
    throw new WrongState(msg("There are {max} saved views already. Delete one first.", { max: MAX_VIEWS }));
}
