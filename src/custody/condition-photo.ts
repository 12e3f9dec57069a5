import { Forbidden } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { assertScope } from "../domain/scopes.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/**
 * Detaches a photo that will be deleted from the custodies whose condition it shows, so that another one can be added. Throws
 * Forbidden for Users, and for API keys without the scope of custodies: the photo is evidence.
 */
export function detachConditionPhoto(tx: Tx, principal: Principal, photoId: number): void {
  const custodies = store.ofPhoto.all(tx, { tenantId: principal.tenantId, photoId });
  if (custodies.length === 0) return;
  assertScope(principal, "custody:write");
  if (!may(principal, "manage"))
    throw new Forbidden(
      msg("This photo shows the condition at a hand-over or return. Ask a Manager to delete it."),
    );
  for (const { oid, startPhotoId, endPhotoId } of custodies) {
    const photo = { oid, photoId: null, change: tx.change };
    if (startPhotoId === photoId) store.setPhoto.start.run(tx, photo);
    if (endPhotoId === photoId) store.setPhoto.end.run(tx, photo);
  }
}
