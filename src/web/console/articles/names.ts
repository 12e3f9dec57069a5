import { msg } from "../../../domain/message.ts";
import type { ListedField, ListOf } from "../../../records/article-lists.ts";
import type { CatalogueName } from "../../../records/catalogues.ts";
import { call } from "../../api/call.ts";
import { listCatalogueItems } from "../../api/catalogues.ts";
import type { ArticleTotals } from "../../api/types/endpoints.d.ts";
import { money, quantitiesText } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { listAllUsers } from "../../query/catalogues.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** A record that articles refer to. */
export interface Named {
  readonly oid: number;
  readonly name: string;
  /** Not to be chosen any more; absent: it may be. */
  readonly isHidden?: boolean;
  /** The company's currency; absent: the record is none. */
  readonly isDefault?: boolean | undefined;
}

/** A user; articles may still refer to an inactive one. */
interface NamedUser extends Named {
  readonly isActive: boolean;
}

/** The names of the records that an article refers to. */
export interface Names {
  readonly lists: Readonly<Record<ListOf<ListedField>, readonly Named[]>>;
  readonly people: readonly NamedUser[];
}

const NOTHING: readonly never[] = [];

/** The records of a catalogue, updated by events. */
export function useCatalogue(name: CatalogueName): readonly Named[] {
  return useLiveQuery(listCatalogueItems(name), { follows: ["catalogues"] }).body ?? NOTHING;
}

/** The users, updated by events. */
export function usePeople(): readonly NamedUser[] {
  const { body } = useLiveQuery(listAllUsers(), { follows: ["users"] });
  return (
    body?.map(({ id, fullName, isActive, kind }) => ({
      oid: id,
      name: fullName,
      // Service accounts are never responsible for articles.
      isActive: isActive && kind !== "service",
    })) ?? NOTHING
  );
}

/** The users to choose from: the active ones, and the current value. */
export function choosable(people: readonly NamedUser[], oid: number | null): readonly NamedUser[] {
  return people.filter((one) => one.isActive || one.oid === oid);
}

/** The name of a record; of an unknown one the number. */
export function nameOf(among: readonly Named[], oid: number | null): string {
  if (oid === null) return "–";
  return among.find((one) => one.oid === oid)?.name ?? t(msg("No. {oid}"), { oid: String(oid) });
}

/** The interval of requests during a count or an import. */
const TOTALS_EVERY_S = 10;

/** The number, pieces and value of the articles at a location and below it; without one of all, updated by events. */
export const useTotals = (of: { readonly locationId?: number } = {}): LiveQuery<ArticleTotals> =>
  useLiveQuery(call("GET /api/articles/totals", of), {
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

/** The values of articles by currency, as amounts. */
export function valueTexts(values: ArticleTotals["values"], currencies: readonly Named[]): readonly string[] {
  // By ids: while the list is loading, no currency has a name.
  const byId = new Map<number | null, number>();
  for (const { currencyTypeId, value } of values) {
    const id = currencyTypeId ?? findCompanyCurrency(currencies)?.oid ?? null;
    byId.set(id, (byId.get(id) ?? 0) + value);
  }
  return Array.from(byId, ([id, value]) => money(value, currencyName(currencies, id)));
}

/** The number, pieces and value of articles, in one line. */
export function totalsText(
  { articles, quantities, values }: ArticleTotals,
  currencies: readonly Named[],
): string {
  const count = t(msg("{n, plural, one {# article} other {# articles}}"), { n: articles });
  return [count, quantitiesText(quantities), ...valueTexts(values, currencies)].join(" · ");
}
