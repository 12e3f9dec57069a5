import { RIGHT_SHARES, rightShareIn, unitsOf } from "../../../domain/cycle-counts/right-share.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { InventoryAccuracy } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
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
export const shareText = (share: keyof typeof RIGHT_SHARES, row: InventoryAccuracy): string =>
  percentText(RIGHT_SHARES[share](row));

/** The same of any share. */
export const percentText = (percent: number | null): string => (percent === null ? "–" : number(percent));

/** A share that was right, of each stocktake. */
export interface NamedShare {
  readonly key: string;
  readonly name: string;
  /** Null: nothing to compare. */
  readonly percentOf: (row: InventoryAccuracy) => number | null;
}

/** All shares of some stocktakes: quantities of several units have no common one. */
export function sharesOf(all: readonly InventoryAccuracy[]): readonly NamedShare[] {
  const named = (key: keyof typeof RIGHT_SHARES): NamedShare => ({
    key,
    name: t(SHARE_NAMES[key]),
    percentOf: RIGHT_SHARES[key],
  });
  const inUnits = unitsOf(all).map((unit) => ({
    key: `unit ${unit}`,
    name: t(msg("{unit} right in %"), { unit }),
    percentOf: (row: InventoryAccuracy) => rightShareIn(unit, row),
  }));
  return [named("items"), named("pieces"), ...inUnits, named("value")];
}

/** An amount of money, with its sign for a difference. */
export function money(value: number, { isSigned = false } = {}): string {
  const text = number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return isSigned && value > 0 ? `+${text}` : text;
}
