import { call, postOf } from "../../api/call.ts";
import type { CommandTask } from "../../db/outbox-shapes.ts";
import { taskOf } from "../../offline/outbox/commands.ts";

/** A move of an article. */
interface Move {
  readonly articleId: number;
  readonly to: number;
  /** Null: no stock recorded, or not known here. */
  readonly from: { readonly locationId: number } | null;
  readonly quantity: number;
}

/** A move with the text that was entered as its reason. */
interface ExplainedMove extends Move {
  readonly reason?: string;
}

/**
 * A move by a Manager or Admin, which takes effect at once. Without a source it creates stock, so the stock
 * must be known.
 */
export const moveOf = ({ articleId, to, from, quantity, reason = "" }: ExplainedMove): CommandTask =>
  taskOf(
    call("POST /api/articles/{id}/locations/move", {
      id: articleId,
      body: {
        fromLocationId: from?.locationId ?? null,
        toLocationId: to,
        quantity,
        ...(reason.trim() !== "" && { reason: reason.trim() }),
      },
    }),
  );

/** Whether a queued command with this path moves stock of the article. */
export const isMoveOf = (path: string, id: number): boolean =>
  path ===
  postOf(call("POST /api/articles/{id}/locations/move", { id, body: { toLocationId: 0, quantity: 0 } })).path;

/** A transfer request. Without a known source it is for all pieces. */
export const transferOf = ({ articleId, to, from, quantity }: Move): CommandTask =>
  taskOf(
    call("POST /api/articletransfers", {
      body: {
        articleId,
        targetLocationId: to,
        fromLocationId: from?.locationId ?? null,
        quantity: from === null ? null : quantity,
      },
    }),
  );
