import { createHash } from "node:crypto";
import { z } from "zod";
import { getArticle } from "../articles/article.ts";
import { ArticleLocation } from "../articles/shapes.ts";
import { ReferenceChecks } from "../catalogue/catalogue.ts";
import { causeOfChange } from "../domain/audit-causes.ts";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { flag, id, integer, pathId, rule, textOrNull } from "../http/endpoint/fields.ts";
import type { EndpointResponse } from "../http/endpoint/response.ts";
import type { Json } from "../storage/database/json.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { type ArticleKey, moveStock, setStock, stockOfArticle } from "./stock.ts";

/** Whether a tenant has a location. */
export type HasLocation = (db: Db, tenantId: number, oid: number) => boolean;

/** Changing so many takes a few milliseconds. */
const MAX_LOCATIONS = 1000;
const fewEnough = rule(
  (locations: readonly object[]) => locations.length <= MAX_LOCATIONS,
  msg("must have at most {max} locations", { max: MAX_LOCATIONS }),
);
/** The pieces of an article at its locations, at least `least` at each. */
export const stockBody = (least: 0 | 1) =>
  z
    .array(z.object({ locationId: id(), quantity: integer(least, MAX_PIECES) }))
    .refine(...fewEnough)
    .meta({ maxItems: MAX_LOCATIONS });

/** Why the stock is changed. */
const why = {
  reason: textOrNull().optional().describe("for the stock movements and the history"),
  isCorrection: flag()
    .optional()
    .describe(
      "true: no pieces came or left, the records alone were wrong. Figures as of a decisive day are not rolled by it",
    ),
};
function explain(tx: Tx, given: Parameters<typeof causeOfChange>[0]): void {
  const cause = causeOfChange(given);
  if (cause !== null) tx.setCause(cause);
}

const path = "/api/articles/{id}/locations";
const reply = z.array(ArticleLocation);

/** Reading, setting and moving the stock of an article. `hasLocation` comes from the composition root. */
export function stockRoutes({ storage }: Dependencies, hasLocation: HasLocation): Endpoint[] {
  return [
    query("GET", path, {
      operationId: "listArticleLocations",
      permission: "terminal",
      summary: "The stock of the article by location, most pieces first",
      params: { id: pathId() },
      response: reply,
      run: ({ params }, { tenantId }) =>
        readStock(storage.db, articleKeyOf(storage.db, tenantId, params.id)).response,
    }),
    command("PUT", path, {
      operationId: "setArticleLocations",
      permission: "manage",
      summary: "Sets the stock of the article",
      description:
        "`locations` replaces the whole stock: absent locations, and those with quantity 0, are removed. At most 1000. `If-Match` takes the ETag of GET on this path.",
      params: { id: pathId() },
      body: {
        locations: stockBody(0),
        ...why,
      },
      response: reply,
      record: (tx, { params }, { tenantId }) => readStock(tx, articleKeyOf(tx, tenantId, params.id)),
      run(tx, { body }, { tenantId }, { record }) {
        explain(tx, body);
        setStock(tx, record.article, checkedStock(tx, tenantId, body.locations, hasLocation));
        return readStock(tx, record.article).response;
      },
    }),
    command("POST", `${path}/move`, {
      operationId: "moveArticleStock",
      takesSubmissionToken: true,
      permission: "manage",
      summary: "Moves pieces of the article to another location",
      description:
        "Without `fromLocationId` the pieces are new. Without `toLocationId` they are removed. Returns the whole stock of the article.",
      params: { id: pathId() },
      body: {
        fromLocationId: id().nullable().optional(),
        toLocationId: id().nullable().optional(),
        quantity: integer(1, MAX_PIECES),
        ...why,
      },
      response: reply,
      errors: { 400: "there are fewer pieces at that location; the message states how many" },
      record: (tx, { params }, { tenantId }) => readStock(tx, articleKeyOf(tx, tenantId, params.id)),
      run(tx, { body }, { tenantId }, { record }) {
        const [from, to] = [body.fromLocationId ?? null, body.toLocationId ?? null];
        new ReferenceChecks()
          .check("fromLocationId", from, (oid) => hasLocation(tx, tenantId, oid))
          .check("toLocationId", to, (oid) => hasLocation(tx, tenantId, oid))
          .assertValid();
        if (from === to) throw Invalid.field("toLocationId", msg("must differ from fromLocationId"));
        explain(tx, body);
        moveStock(tx, record.article, from, to, body.quantity);
        return readStock(tx, record.article).response;
      },
    }),
  ];
}

/** The article of this id. Throws NotFound. */
function articleKeyOf(db: Db, tenantId: number, oid: number): ArticleKey {
  return { tenantId, articleId: getArticle(db, tenantId, oid).oid };
}

/** The stock as a response. Its version is a hash of all rows: a deleted row leaves no change behind. */
function readStock(db: Db, article: ArticleKey) {
  const rows = stockOfArticle.all(db, article);
  const hash = createHash("sha256").update(rows.map(({ oid, change }) => `${oid} ${change}`).join());
  const change = hash.digest().readUIntBE(0, 6);
  const shown = Math.max(0, ...rows.map((row) => row.shown));
  const body: Json<ArticleLocation[]> = `[${rows.map(({ json }) => json).join(",")}]`;
  const response: EndpointResponse<ArticleLocation[]> = { kind: "json", body, version: { change, shown } };
  return { article, change, response };
}

/** The quantities by location. Throws Invalid for an unknown location or a duplicate. */
export function checkedStock(
  db: Db,
  tenantId: number,
  locations: readonly { locationId: number; quantity: number }[],
  hasLocation: HasLocation,
): Map<number, number> {
  const references = new ReferenceChecks();
  const quantities = new Map<number, number>();
  for (const [index, { locationId, quantity }] of locations.entries()) {
    const where = `locations.${index}.locationId`;
    references.check(where, locationId, (oid) => hasLocation(db, tenantId, oid));
    if (quantities.has(locationId)) throw Invalid.field(where, msg("is given twice"));
    quantities.set(locationId, quantity);
  }
  references.assertValid();
  return quantities;
}
