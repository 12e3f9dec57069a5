import { msg } from "../../../../domain/message.ts";
import type { OutboxEntry } from "../../../db/outbox-shapes.ts";
import { t } from "../../../i18n/translate.ts";
import { redo, undo } from "../change.ts";
import { itemOfEntry } from "../items.ts";
import type { Spot } from "../scan.ts";
import { showDone } from "./current.ts";

/** Takes an operation back; the card then names it, says how many there are now, and offers to redo it. Throws as `undo`. */
export async function undoEntry(spot: Spot, entry: OutboxEntry): Promise<void> {
  const { operationId, shown } = entry;
  await undo(operationId);
  const item = await itemOfEntry(entry);
  const quantity = item?.quantity ?? null;
  const title = quantity === null ? t(TEXTS.undone) : t(TEXTS.undoneTo, { quantity });
  const redoIt = async () => {
    const again = await redo(operationId);
    const words = t(TEXTS.redone, { quantity: again.shown.quantity ?? 0 });
    showDone(spot, "count", words, shown.name, { item: await itemOfEntry(entry) });
  };
  showDone(spot, "undo", title, shown.name, { action: { words: t(TEXTS.redo), run: redoIt }, item });
}

const TEXTS = {
  undone: msg("Undone: not counted now"),
  undoneTo: msg("Undone: {quantity} now"),
  redo: msg("Redo"),
  redone: msg("Counted again: {quantity}"),
};
