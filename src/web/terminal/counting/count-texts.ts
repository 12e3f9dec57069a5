import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { locationLabel, locationName } from "../../offline/sync/locations.ts";
import type { ItemNow } from "./current-count.ts";
import { countedElsewhere, movedQuantity } from "./scan-rules.ts";

/** The counted quantity, with its location if that is another one. */
export function countedText(item: ItemNow | null, placeId: number): string {
  const quantity = item?.quantity ?? null;
  const counted = quantity === null ? "–" : number(quantity);
  const elsewhere = item === null ? null : countedElsewhere(item, placeId);
  if (elsewhere === null) return t(TEXTS.counted, { now: counted });
  return t(TEXTS.countedAt, { now: counted, place: locationName(elsewhere) || locationLabel(elsewhere) });
}

/** The label of *Moved here*, with the number of pieces; `item` null: unknown. */
export const movedText = (item: Pick<ItemNow, "quantity"> | null, pieces: number): string =>
  t(TEXTS.moved, { n: movedQuantity(item, pieces) });

const TEXTS = {
  counted: msg("Counted: {now}"),
  countedAt: msg("Counted at {place}: {now}"),
  moved: msg("{n, plural, one {Moved} other {All # moved}} here"),
};
