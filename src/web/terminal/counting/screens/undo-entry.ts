import { msg } from "../../../../domain/message.ts";
import type { OutboxEntry } from "../../../db/outbox-shapes.ts";
import { t } from "../../../i18n/translate.ts";
import { redo, undo } from "../change.ts";
import { itemOfEntry } from "../items.ts";
import type { Spot } from "../scan.ts";
import { showDone } from "./current.ts";

/**
 * Undoes an operation. The card shows the current quantity, with an action to redo it. Throws like `undo`.
 */
export async function undoEntry(spot: Spot, entry: OutboxEntry): Promise<void> {
  const { operationId, shown } = entry;
  await undo(operationId);
  const item = await itemOfEntry(entry);
  const quantity = item?.quantity ?? null;
  const title = quantity === null ? t(TEXTS.undone) : t(TEXTS.undoneTo, { quantity });
  const redoOperation = async () => {
    const redone = await redo(operationId);
    const words = t(TEXTS.redone, { quantity: redone.shown.quantity ?? 0 });
    showDone(spot, "count", words, shown.name, { item: await itemOfEntry(entry) });
  };
  showDone(spot, "undo", title, shown.name, { action: { words: t(TEXTS.redo), run: redoOperation }, item });
}

const TEXTS = {
  undone: msg("Undone: not counted now"),
  undoneTo: msg("Undone: {quantity} now"),
  redo: msg("Redo"),
  redone: msg("Counted again: {quantity}"),
};
