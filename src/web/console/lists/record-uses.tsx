import { msg } from "../../../domain/message.ts";
import type { CatalogueName } from "../../api/catalogues.ts";
import type { CatalogueUses } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
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
    .map(({ count, words }) => t(words, { n: count }));
}

interface RecordUsesProps {
  readonly catalogue: CatalogueName;
  readonly uses: CatalogueUses | null;
}

/** How often a record is used; the articles are a link to their list where it has such a filter. */
export function RecordUses({ catalogue, uses }: RecordUsesProps) {
  if (uses === null) return <span class="list-uses" />;
  const { filter } = CATALOGUE_WORDS[catalogue];
  const articles = t(TEXTS.articles, { n: uses.articles });
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
  none: msg("Not used"),
  articles: msg("{n, plural, one {# article} other {# articles}}"),
  deleted: msg("{n, plural, one {# deleted article} other {# deleted articles}}"),
  items: msg("{n, plural, one {# stocktake item} other {# stocktake items}}"),
  requests: msg("{n, plural, one {# disposal request} other {# disposal requests}}"),
};
