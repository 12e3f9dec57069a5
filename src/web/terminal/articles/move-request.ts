import { moveArticleStock } from "../../api/articles.ts";
import { createTransferRequest } from "../../api/requests.ts";
import type { CommandTask } from "../../db/outbox-shapes.ts";
import { taskOf } from "../../offline/outbox/command-request.ts";
import { addressQuery } from "../../router/address.ts";

/** A move of an article. */
interface Move {
  readonly articleId: number;
  readonly to: number;
  /** Null: no stock recorded, or not known here. */
  readonly from: { readonly locationId: number } | null;
  readonly quantity: number;
}

/** What the address of the screen gives, from the refill list. */
export function givenMove() {
  const query = addressQuery();
  const whole = (name: string) => {
    const text = query.get(name) ?? "";
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  };
  const [from, available] = [whole("from"), whole("available")];
  return {
    from: from === null || available === null ? null : { locationId: from, quantity: available },
    to: whole("to"),
    quantity: whole("quantity"),
  };
}

/**
 * A move by a Manager or Admin, which takes effect at once. Without a source it creates stock, so the stock
 * must be known.
 */
export const moveOf = ({ articleId, to, from, quantity }: Move): CommandTask =>
  taskOf(
    moveArticleStock({
      id: articleId,
      body: { fromLocationId: from?.locationId ?? null, toLocationId: to, quantity },
    }),
  );

/** Whether a queued command with this path moves stock of the article. */
export const isMoveOf = (path: string, id: number): boolean =>
  path === moveArticleStock({ id, body: { toLocationId: 0, quantity: 0 } }).path;

/** A transfer request. Without a known source it is for all pieces. */
export const transferOf = ({ articleId, to, from, quantity }: Move): CommandTask =>
  taskOf(
    createTransferRequest({
      body: {
        articleId,
        targetLocationId: to,
        fromLocationId: from?.locationId ?? null,
        quantity: from === null ? null : quantity,
      },
    }),
  );
