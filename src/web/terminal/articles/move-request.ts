import type { CommandTask } from "../../db/outbox-shapes.ts";

/** What is to be moved where. */
export interface Move {
  readonly articleId: number;
  readonly to: number;
  /** Null: it is recorded nowhere, or not known here. */
  readonly from: { readonly locationId: number } | null;
  readonly quantity: number;
}

/** Moves it at once (Manager, Admin). What is recorded nowhere is put there anew: so it must be known where it is. */
export const moveOf = ({ articleId, to, from, quantity }: Move): CommandTask => ({
  kind: "request",
  path: `/api/articles/${articleId}/locations/move`,
  body: { fromLocationId: from?.locationId ?? null, toLocationId: to, quantity },
});

/** Asks for it to be moved: from wherever it is all of it, where that is not known here. */
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
