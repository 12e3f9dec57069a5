import { ARTICLE } from "../../records/article.ts";
import { type TerminalNames, terminalFieldsOf } from "../../records/record.ts";
import { call } from "../api/call.ts";
import type { ArticleDetail, ArticleFields } from "../api/types/endpoints.d.ts";
import type { StoredArticle, StoredCode } from "../db/outbox-shapes.ts";
import { useStored } from "../db/use-stored.ts";
import { reportAndUse } from "../errors/report-error.ts";
import { articleOf } from "../offline/sync/articles.ts";
import { nameIn, useCatalogue } from "../query/catalogues.ts";
import { isLoading, type QueryResult } from "../query/query-state.ts";
import { useQuery } from "../query/use-query.ts";

/** An article with the fields known here. Offline, only those needed for counting. */
export type KnownArticle = Omit<ArticleDetail, "price" | "disposalDT"> &
  Partial<Pick<ArticleDetail, "price" | "disposalDT">>;

/** Loads an article from the server, from stored responses, or from the records stored for counting. */
export function useArticle(oid: number): QueryResult<KnownArticle> {
  const query = useQuery(call("GET /api/articles/{id}", { id: oid }), { follows: true });
  const stored = useStoredArticle(query.body === null && query.state === "away" ? oid : null);
  const [category, type, state] = [
    useCatalogue("articleCategory"),
    useCatalogue("articleType"),
    useCatalogue("articleState"),
  ];
  if (query.body !== null || stored === null) return query;
  const { code, name, serialNumber, rfId, userId, responsibleUserId, isDisposal } = stored;
  const body: KnownArticle = {
    oid,
    code,
    name,
    serialNumber,
    rfId,
    userId,
    responsibleUserId,
    isDisposal,
    category: { oid: stored.categoryId, name: nameIn(category, stored.categoryId) ?? "–" },
    type: { oid: stored.typeId, name: nameIn(type, stored.typeId) ?? "–" },
    state: { oid: stored.stateId, name: nameIn(state, stored.stateId) ?? "–" },
  };
  return { ...query, body };
}

interface FieldsResult {
  readonly fields: ArticleFields | null;
  /** True until they are here, or it is known why they are not. */
  readonly isLoading: boolean;
}

/** Warranty, supplier, unit, packs and custom fields of an article. Offline, from the records stored for counting. */
export function useArticleFields(oid: number): FieldsResult {
  const query = useQuery(call("GET /api/articles/{id}/fields", { id: oid }), { follows: true });
  const stored = useStoredArticle(query.body === null && query.state === "away" ? oid : null);
  const definitions = useQuery(call("GET /api/customfields")).body ?? [];
  if (query.body !== null || stored === null) return { fields: query.body, isLoading: isLoading(query) };
  const { fields = {}, packs = [], categoryId } = stored;
  const texts = terminalFieldsOf(ARTICLE).map(([name]) => [name, stored[name] ?? null]);
  const values = definitions.flatMap(({ oid: fieldId, name, type, unit, categoryIds }) => {
    const value = fields[fieldId];
    const isDefined = categoryIds === null || categoryIds.includes(categoryId);
    return value === undefined ? [] : [{ fieldId, name, type, unit, value, isDefined }];
  });
  const more = Object.fromEntries(texts) as Pick<ArticleFields, TerminalNames<typeof ARTICLE>>;
  return { fields: { ...more, fields: values, packs: packs ?? [] }, isLoading: false };
}

/** The additional codes of an article. Offline, from the records stored for counting. */
export function useArticleCodes(oid: number): readonly StoredCode[] {
  const query = useQuery(call("GET /api/articles/{id}/codes", { id: oid }), { follows: true });
  const stored = useStoredArticle(query.body === null && query.state === "away" ? oid : null);
  return query.body ?? stored?.codes ?? [];
}

function useStoredArticle(oid: number | null): StoredArticle | null {
  const read = async () => (oid === null ? null : articleOf(oid).catch(reportAndUse(null)));
  return useStored(read, [], [oid]);
}
