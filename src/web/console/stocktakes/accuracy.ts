import { RIGHT_SHARES } from "../../../domain/cycle-counts/right-share.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { InventoryAccuracy } from "../../api/types/endpoints.d.ts";
import { number } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** What the closed stocktakes have found of the records, oldest first. Not requested for people who may not see it. */
export function useAccuracy(isWanted = true): LiveQuery<readonly InventoryAccuracy[]> {
  return useLiveQuery(isWanted && may("manage") ? call("GET /api/inventories/accuracy") : null, {
    follows: ["stocktakes"],
    atMostEverySeconds: 10,
  });
}

/** The names of the shares that were right. */
export const SHARE_NAMES = {
  items: msg("Items right in %"),
  pieces: msg("Pieces right in %"),
  value: msg("Value right in %"),
};

/** A share of the records that was right; a dash: not known. */
export function shareText(share: keyof typeof RIGHT_SHARES, row: InventoryAccuracy): string {
  const percent = RIGHT_SHARES[share](row);
  return percent === null ? "–" : number(percent);
}

/** An amount of money, with its sign for a difference. */
export function money(value: number, { isSigned = false } = {}): string {
  const text = number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return isSigned && value > 0 ? `+${text}` : text;
}
