import { z } from "zod";
import { getArticle } from "../articles/article.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, pathId, queryId, queryTime, text } from "../http/endpoint/fields.ts";
import { ENTITIES } from "../storage/database/audited-columns.ts";
import { listInMainThread, listInReader } from "../storage/database/json.ts";
import { AuditEntry } from "./shapes.ts";
import * as store from "./store.ts";
import { firstOidFrom } from "./times.ts";

const before = queryId().optional();
const NEWEST = Number.MAX_SAFE_INTEGER;
/** What an entry shows: the names of user, device and record are today's. */
const SHOWN = ["auditEntry", "user", "deviceToken"] as const;

/** Who changed what when. */
export function auditRoutes({ storage }: Dependencies): Endpoint[] {
  const { db, reader } = storage;

  return [
    query(
      "GET",
      "/api/audit",
      {
        operationId: "listAuditEntries",
        permission: "administer",
        summary: "Who changed what when, newest first, at most 100; go on with `before=<oid>`",
        description:
          "What the tenant's people changed of articles (with their places), locations, users, printers, label formats, inventories, devices and catalogues. `from` is the first moment that is asked for, `to` the one after the last; `field` is one that was changed, as it is named in `changes`; `entityId` goes with `entity`. `cause` is by what a change came, if not by a request of its own: `import 7`, `inventory 7`, `transfer 7`, `disposal 7`, `sample` or `reset-admin`.",
        query: {
          entity: oneOf(ENTITIES).optional(),
          entityId: queryId().optional(),
          userId: queryId().optional(),
          cause: text().optional(),
          field: text().optional(),
          from: queryTime().optional(),
          to: queryTime().optional(),
          before,
        },
        response: z.array(AuditEntry),
        tables: [...SHOWN, ...store.NAMED],
      },
      async ({ query }, { tenantId }) => {
        if (query.entityId !== undefined && query.entity === undefined) {
          throw Invalid.field("entity", msg("is required with entityId", "je s entityId povinné"));
        }
        const end = query.to === undefined ? NEWEST : firstOidFrom(db, query.to);
        const filter = {
          tenantId,
          entity: query.entity ?? null,
          entityId: query.entityId ?? null,
          userId: query.userId ?? null,
          cause: query.cause ?? null,
          field: query.field ?? null,
          first: query.from === undefined ? 0 : firstOidFrom(db, query.from),
          before: Math.min(end, query.before ?? NEWEST),
        };
        return { body: await listInReader(reader, store.listed[store.pathOf(filter)], filter) };
      },
    ),
    query(
      "GET",
      "/api/articles/{id}/history",
      {
        operationId: "listArticleHistory",
        permission: "work",
        summary:
          "What became of an article and its places, newest first, at most 100; go on with `before=<oid>`",
        description:
          "For role User without what only the approval view shows (note, invoice, day of purchase, currency, why it was rejected) and without devices.",
        params: { id: pathId() },
        query: { before },
        response: z.array(AuditEntry),
        tables: [...SHOWN, "article"],
      },
      ({ params, query }, caller) => {
        const { tenantId } = caller;
        const { oid: articleId } = getArticle(db, tenantId, params.id);
        const history = may(caller, "manage") ? store.history.whole : store.history.forAll;
        return {
          body: listInMainThread(db, history, { tenantId, articleId, before: query.before ?? NEWEST }),
        };
      },
    ),
  ];
}
