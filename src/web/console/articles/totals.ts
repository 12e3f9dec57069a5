import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ArticleTotals, LocationTotals } from "../../api/types/endpoints.d.ts";
import { money, quantitiesText } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import type { Named } from "./names.ts";

/** The currencies, updated by events; empty until they are loaded. */
export const useCurrencies = (): readonly Named[] =>
  useLiveQuery(call("GET /api/currencytypes"), { follows: ["catalogues"] }).body ?? NONE;

const NONE: readonly never[] = [];

/** The interval of requests during a count or an import. */
const TOTALS_EVERY_S = 10;

/** The number, pieces and value of the articles at a location and below it; without one of all, updated by events. */
export const useTotals = (of: { readonly locationId?: number } = {}): LiveQuery<ArticleTotals> =>
  useLiveQuery(call("GET /api/articles/totals", of), {
    follows: ["articles", "locations"],
    atMostEverySeconds: TOTALS_EVERY_S,
  });

/** How many articles are at which locations, and what they are worth. */
export const useLocationTotals = (): LiveQuery<LocationTotals> =>
  useLiveQuery(call("GET /api/locations/totals"), {
    follows: ["articles", "locations"],
    atMostEverySeconds: TOTALS_EVERY_S,
  });

/** The company's currency: the chosen one, else the only one that is offered; null: not known. */
function findCompanyCurrency(currencies: readonly Named[]): Named | null {
  const offered = currencies.filter(({ isHidden = false }) => !isHidden);
  const chosen = currencies.find(({ isDefault = false }) => isDefault);
  return chosen ?? (offered.length === 1 ? offered[0] : undefined) ?? null;
}

/** The name of the company's currency; null: not known. */
export const companyCurrency = (currencies: readonly Named[]): string | null =>
  findCompanyCurrency(currencies)?.name ?? null;

/** The name of the currency of a price, the company's where the article has none; null: not known. */
export const currencyName = (currencies: readonly Named[], oid: number | null): string | null =>
  oid === null
    ? companyCurrency(currencies)
    : (currencies.find((currency) => currency.oid === oid)?.name ?? null);

/** Values in each currency, by its id; those without one are in the company's. Null: not known. */
export function valuesById(
  values: ArticleTotals["values"],
  currencies: readonly Named[],
): ReadonlyMap<number | null, number> {
  // By ids: while the list is loading, no currency has a name.
  const byId = new Map<number | null, number>();
  for (const { currencyTypeId, value } of values) {
    const id = currencyTypeId ?? findCompanyCurrency(currencies)?.oid ?? null;
    byId.set(id, (byId.get(id) ?? 0) + value);
  }
  return byId;
}

/** The values of articles by currency, as amounts. */
export const valueTexts = (
  values: ArticleTotals["values"],
  currencies: readonly Named[],
): readonly string[] =>
  Array.from(valuesById(values, currencies), ([id, value]) => money(value, currencyName(currencies, id)));

/** The number, pieces and value of articles, in one line. */
export function totalsText(
  { articles, quantities, values }: ArticleTotals,
  currencies: readonly Named[],
): string {
  const count = t(msg("{n, plural, one {# article} other {# articles}}"), { n: articles });
  return [count, quantitiesText(quantities), ...valueTexts(values, currencies)].join(" · ");
}
