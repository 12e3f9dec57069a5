import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { queryWhole, verbatim } from "../http/endpoint/fields.ts";
import { changesSince } from "./changes.ts";
import { ArticleChanges } from "./shapes.ts";

/** Incremental synchronisation for clients that store the articles. */
export function changeRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query(
      "GET",
      "/api/articles/changes",
      {
        operationId: "listArticleChanges",
        permission: "terminal",
        summary: "The articles changed and deleted since a cursor",
        description:
          "Start without `since`, then send the `cursor` of the previous response. While `hasMore` is true, request the next page at once. `isWhole`: discard your articles, because all articles follow from the beginning (no cursor was sent, or the server was restored from a backup). An unchanged article may be repeated, and `deleted` may contain unknown ids. No change is missed.",
        query: { since: verbatim().optional(), limit: queryWhole(1, 10_000).optional() },
        response: ArticleChanges,
      },
      async ({ query }, { tenantId }) => ({
        body: await changesSince(storage, tenantId, query.since ?? "", query.limit ?? 1000),
      }),
    ),
  ];
}
