import { listArticleHistory } from "../../../api/articles.ts";
import { HistoryList } from "../../../articles/history-list.tsx";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { nameOf, useCatalogue, useNames } from "../names.ts";

/** Who changed what of an article when, and what it was before. */
export function History({ articleId }: { readonly articleId: number }) {
  const answer = useLiveQuery(listArticleHistory({ id: articleId }), { follows: ["articles", "users"] });
  const { categories, types, states, currencies, people } = useNames();
  const [methods, reasons] = [useCatalogue("disposalMethod"), useCatalogue("disposalReason")];
  const { tree } = useLocations();
  return (
    <div class="card article-history">
      <HistoryList
        answer={answer}
        names={{
          categoryId: (oid) => nameOf(categories, oid),
          typeId: (oid) => nameOf(types, oid),
          stateId: (oid) => nameOf(states, oid),
          currencyTypeId: (oid) => nameOf(currencies, oid),
          disposalMethodId: (oid) => nameOf(methods, oid),
          disposalReasonId: (oid) => nameOf(reasons, oid),
          userId: (oid) => nameOf(people, oid),
          responsibleUserId: (oid) => nameOf(people, oid),
          locationId: (oid) => tree?.get(oid)?.name ?? null,
        }}
      />
    </div>
  );
}
