import { z } from "zod";
import { getArticle } from "../articles/article.ts";
import { MAX_CAUSE_LENGTH } from "../domain/audit-causes.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, pathId, queryId, queryTime, text } from "../http/endpoint/fields.ts";
import { ENTITIES } from "../storage/database/audit-triggers.ts";
import { listInMainThread, listInReader } from "../storage/database/json.ts";
import { findFirstOid } from "./first-entry.ts";
import { AuditEntry } from "./shapes.ts";
import * as store from "./store.ts";

const before = queryId().optional();
const NEWEST = Number.MAX_SAFE_INTEGER;
/** Tables of an entry besides its record. Names of users, devices and records are current ones. */
const ENTRY_TABLES = ["auditEntry", "user", "deviceToken"] as const;

/** Endpoints for the history of changes. */
export function auditRoutes({ storage }: Dependencies): Endpoint[] {
  const { db, reader } = storage;

  return [
    query("GET", "/api/audit", {
      operationId: "listAuditEntries",
      permission: "administer",
      summary: "History of changes, newest first, at most 100; continue with `before=<oid>`",
      description:
        "Changes of articles (with their stock), locations, users, printers, label formats, inventories, count plans, hand-overs, devices and catalogues of the tenant. `from` is inclusive, `to` exclusive. `field` is a changed field, as in `changes`. `entityId` requires `entity`. `cause` is the origin of a change without a request of its own: `import 7`, `inventory 7`, `transfer 7`, `disposal 7`, `sample` or `reset-admin`. A direct change of stock has `change` or `correction`, with the reason that was given.",
      query: {
        entity: oneOf(ENTITIES).optional(),
        entityId: queryId().optional(),
        userId: queryId().optional(),
        cause: text(MAX_CAUSE_LENGTH).optional(),
        field: text().optional(),
        from: queryTime().optional(),
        to: queryTime().optional(),
        before,
      },
      response: z.array(AuditEntry),
      tables: [...ENTRY_TABLES, ...store.NAMED_TABLES],
      async run({ query }, { tenantId }) {
        if (query.entityId !== undefined && query.entity === undefined) {
          throw Invalid.field("entity", msg("is required with entityId"));
        }
        const end = query.to === undefined ? NEWEST : findFirstOid(db, query.to);
        const filter = {
          tenantId,
          entity: query.entity ?? null,
          entityId: query.entityId ?? null,
          userId: query.userId ?? null,
          cause: query.cause ?? null,
          field: query.field ?? null,
          first: query.from === undefined ? 0 : findFirstOid(db, query.from),
          before: Math.min(end, query.before ?? NEWEST),
        };
        return {
          kind: "json",
          body: await listInReader(reader, store.listQueries[store.queryNameFor(filter)], filter),
        };
      },
    }),
    query("GET", "/api/articles/{id}/history", {
      operationId: "listArticleHistory",
      area: "articles",
      scope: "history:read",
      permission: "work",
      summary: "History of an article and its stock, newest first, at most 100; continue with `before=<oid>`",
      description:
        "For the role User without devices and without the fields of the approval view: note, invoice, date of purchase, currency, reason of rejection.",
      params: { id: pathId() },
      query: { before },
      response: z.array(AuditEntry),
      tables: [...ENTRY_TABLES, "article"],
      run({ params, query }, principal) {
        const { tenantId } = principal;
        const { oid: articleId } = getArticle(db, tenantId, params.id);
        const history = may(principal, "manage") ? store.history.full : store.history.restricted;
        return {
          kind: "json",
          body: listInMainThread(db, history, { tenantId, articleId, before: query.before ?? NEWEST }),
        };
      },
    }),
  ];
}
