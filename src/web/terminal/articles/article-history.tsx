import { listArticleHistory } from "../../api/articles.ts";
import { HistoryList } from "../../articles/history-list.tsx";
import type { Names } from "../../articles/history-texts.ts";
import { locationName } from "../../offline/sync/locations.ts";
import { nameIn, useCatalogue } from "../../query/catalogues.ts";
import { useQuery } from "../../query/use-query.ts";
import { useUsers } from "../../query/users.ts";

/** The history of an article, newest first. */
export function ArticleHistory({ articleId }: { readonly articleId: number }) {
  const query = useQuery(listArticleHistory({ id: articleId }), { isOwn: true, follows: true });
  return <HistoryList answer={query} names={useNames()} />;
}

/** The names of records in the history. */
function useNames(): Names {
  const userName = useUsers();
  const [category, type, state] = [useCatalogue("category"), useCatalogue("type"), useCatalogue("state")];
  const [method, reason] = [useCatalogue("disposalMethod"), useCatalogue("disposalReason")];
  return {
    categoryId: (oid) => nameIn(category, oid),
    typeId: (oid) => nameIn(type, oid),
    stateId: (oid) => nameIn(state, oid),
    disposalMethodId: (oid) => nameIn(method, oid),
    disposalReasonId: (oid) => nameIn(reason, oid),
    userId: userName,
    responsibleUserId: userName,
    locationId: (oid) => locationName(oid) || null,
  };
}
