import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, read } from "../http/endpoint/endpoint.ts";
import { queryWhole, verbatim } from "../http/endpoint/fields.ts";
import { changesSince } from "./changes.ts";
import { ArticleChanges } from "./shapes.ts";

/** What a client that keeps the articles asks for: only what changed. */
export function changeRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    read(
      "GET",
      "/api/articles/changes",
      {
        operationId: "listArticleChanges",
        may: "terminal",
        summary: "The articles that changed since a cursor, and those that are gone",
        description:
          "Begin without `since`, then give the `cursor` of the answer before; while `hasMore` ask again at once. `isWhole`: forget what you have, all articles follow from the beginning (there was no cursor, or the server was restored from a backup). An article may come again unchanged, and `deleted` may name one that you never had; none is missed.",
        query: { since: verbatim().optional(), limit: queryWhole(1, 10_000).optional() },
        reply: ArticleChanges,
      },
      async ({ query }, { tenantId }) => ({
        body: await changesSince(storage, tenantId, query.since ?? "", query.limit ?? 1000),
      }),
    ),
  ];
}
