import { msg } from "../../../domain/message.ts";
import type { CatalogueUses } from "../../api/types/endpoints.d.ts";
import { plural, t } from "../../i18n/translate.ts";
import type { CatalogueName } from "../../query/catalogues.ts";
import { CATALOGUE_WORDS } from "./catalogue-texts.ts";

/** Whether nothing uses a record, so that it can be deleted; false while that is not known. */
export function isUnused(uses: CatalogueUses | null): boolean {
  if (uses === null) return false;
  return uses.articles + uses.deletedArticles + uses.inventoryItems + uses.disposalProposals === 0;
}

/** What uses a record besides articles, in words. */
export function otherUses(uses: CatalogueUses): readonly string[] {
  return [
    { count: uses.deletedArticles, words: TEXTS.deleted },
    { count: uses.inventoryItems, words: TEXTS.items },
    { count: uses.disposalProposals, words: TEXTS.requests },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => plural(count, words));
}

interface RecordUsesProps {
  readonly catalogue: CatalogueName;
  readonly uses: CatalogueUses | null;
}

/** How often a record is used; the articles are a link to their list where it has such a filter. */
export function RecordUses({ catalogue, uses }: RecordUsesProps) {
  if (uses === null) return <span class="list-uses" />;
  const { filter } = CATALOGUE_WORDS[catalogue];
  const articles = plural(uses.articles, TEXTS.articles);
  return (
    <span class="list-uses">
      {isUnused(uses) && <span class="quiet">{t(TEXTS.none)}</span>}
      {uses.articles > 0 &&
        (filter === null ? articles : <a href={`#/articles?${filter}=${uses.oid}`}>{articles}</a>)}
      {otherUses(uses).map((words) => (
        <span key={words} class="quiet">
          {words}
        </span>
      ))}
    </span>
  );
}

const TEXTS = {
  none: msg("Not used", "Nepoužívá se"),
  articles: msg("{n} article|{n} articles", "{n} artikl|{n} artikly|{n} artiklů"),
  deleted: msg(
    "{n} deleted article|{n} deleted articles",
    "{n} smazaný artikl|{n} smazané artikly|{n} smazaných artiklů",
  ),
  items: msg(
    "{n} stocktake item|{n} stocktake items",
    "{n} položka inventury|{n} položky inventur|{n} položek inventur",
  ),
  requests: msg(
    "{n} disposal request|{n} disposal requests",
    "{n} žádost o vyřazení|{n} žádosti o vyřazení|{n} žádostí o vyřazení",
  ),
};
