import type { CommandTask } from "../../db/outbox-shapes.ts";

/** A move of an article. */
export interface Move {
  readonly articleId: number;
  readonly to: number;
  /** Null: no stock recorded, or not known here. */
  readonly from: { readonly locationId: number } | null;
  readonly quantity: number;
}

/**
 * A move by a Manager or Admin, which takes effect at once. Without a source it creates stock, so the stock
 * must be known.
 */
export const moveOf = ({ articleId, to, from, quantity }: Move): CommandTask => ({
  kind: "request",
  path: `/api/articles/${articleId}/locations/move`,
  body: { fromLocationId: from?.locationId ?? null, toLocationId: to, quantity },
});

/** A transfer request. Without a known source it is for all pieces. */
export const transferOf = ({ articleId, to, from, quantity }: Move): CommandTask => ({
  kind: "request",
  path: "/api/articletransfers",
  body: {
    articleId,
    targetLocationId: to,
    fromLocationId: from?.locationId ?? null,
    quantity: from === null ? null : quantity,
  },
});
