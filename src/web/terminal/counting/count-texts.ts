import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { locationLabel, locationName } from "../../offline/sync/locations.ts";
import type { ItemNow } from "./current-count.ts";
import { countedElsewhere, movedQuantity } from "./scan-rules.ts";

/** How many are counted, and where, if not at this location. */
export function countedWords(item: ItemNow | null, placeId: number): string {
  const quantity = item?.quantity ?? null;
  const now = quantity === null ? "–" : number(quantity);
  const elsewhere = item === null ? null : countedElsewhere(item, placeId);
  if (elsewhere === null) return t(TEXTS.counted, { now });
  return t(TEXTS.countedAt, { now, place: locationName(elsewhere) || locationLabel(elsewhere) });
}

/** What *Moved here* does: how many pieces are here then. `item`: null where it is not known. */
export const movedWords = (item: Pick<ItemNow, "quantity"> | null, pieces: number): string =>
  t(TEXTS.moved, { n: movedQuantity(item, pieces) });

const TEXTS = {
  counted: msg("Counted: {now}"),
  countedAt: msg("Counted at {place}: {now}"),
  moved: msg("{n, plural, one {Moved} other {All # moved}} here"),
};
