import { createHash } from "node:crypto";
import { z } from "zod";
import { articleOf } from "../articles/article.ts";
import { ArticleLocation } from "../articles/shapes.ts";
import { References } from "../catalogue/catalogue.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, read, write } from "../http/endpoint/endpoint.ts";
import { id, pathId, rule, whole } from "../http/endpoint/fields.ts";
import type { EndpointResponse } from "../http/endpoint/response.ts";
import { hasLocation } from "../locations/location.ts";
import type { Json } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import { type ArticleKey, MAX_PIECES, moveStock, setStock, stockOfArticle } from "./stock.ts";

/** As many as can be changed in a few milliseconds. */
const MAX_LOCATIONS = 1000;
const fewEnough = rule(
  (places: readonly object[]) => places.length <= MAX_LOCATIONS,
  msg(`must have at most ${MAX_LOCATIONS} locations`, `smí mít nejvýše ${MAX_LOCATIONS} umístění`),
);
const path = "/api/articles/{id}/locations";
const reply = z.array(ArticleLocation);

/** Where an article is, and putting, moving and taking its pieces. */
export function stockRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    read(
      "GET",
      path,
      {
        operationId: "listArticleLocations",
        may: "terminal",
        summary: "Where the article is, most pieces first",
        params: { id: pathId() },
        reply,
      },
      ({ params }, { tenantId }) => readStock(storage.db, ownerOf(storage.db, tenantId, params.id)).answer,
    ),
    write(
      "PUT",
      path,
      {
        operationId: "setArticleLocations",
        may: "manage",
        summary: "Says where the article is, and how many pieces",
        description:
          "`locations` are all its places: what is absent, or has the quantity 0, is taken away. At most 1000; `If-Match` takes the tag of this address's GET.",
        params: { id: pathId() },
        body: {
          locations: z
            .array(z.object({ locationId: id(), quantity: whole(0, MAX_PIECES) }))
            .refine(...fewEnough)
            .meta({ maxItems: MAX_LOCATIONS }),
        },
        reply,
        record: (tx, { params }, { tenantId }) => readStock(tx, ownerOf(tx, tenantId, params.id)),
      },
      (tx, { body }, { tenantId }, { record }) => {
        setStock(tx, record.article, checkedStock(tx, tenantId, body.locations));
        return readStock(tx, record.article).answer;
      },
    ),
    write(
      "POST",
      `${path}/move`,
      {
        operationId: "moveArticleStock",
        may: "manage",
        summary: "Moves pieces of the article to another place",
        description:
          "`fromLocationId` null or absent puts them there anew, `toLocationId` null or absent takes them away. Answers all places of the article.",
        params: { id: pathId() },
        body: {
          fromLocationId: id().nullable().optional(),
          toLocationId: id().nullable().optional(),
          quantity: whole(1, MAX_PIECES),
        },
        reply,
        refusals: { 400: "there are fewer pieces at that place; the message says how many" },
        record: (tx, { params }, { tenantId }) => readStock(tx, ownerOf(tx, tenantId, params.id)),
      },
      (tx, { body }, { tenantId }, { record }) => {
        const [from, to] = [body.fromLocationId ?? null, body.toLocationId ?? null];
        new References()
          .check("fromLocationId", from, (oid) => hasLocation(tx, tenantId, oid))
          .check("toLocationId", to, (oid) => hasLocation(tx, tenantId, oid))
          .demand();
        if (from === to) throw Invalid.field("toLocationId", SAME);
        moveStock(tx, record.article, from, to, body.quantity);
        return readStock(tx, record.article).answer;
      },
    ),
  ];
}

const SAME = msg("must differ from fromLocationId", "se musí lišit od fromLocationId");

/** The living article of this id. Throws NotFound. */
function ownerOf(db: Db, tenantId: number, oid: number): ArticleKey {
  return { tenantId, articleId: articleOf(db, tenantId, oid).oid };
}

/** The places as an answer. Their version is a number made of all of them: one that is gone leaves none behind. */
function readStock(db: Db, article: ArticleKey) {
  const places = stockOfArticle.all(db, article);
  const hash = createHash("sha256").update(places.map(({ oid, change }) => `${oid} ${change}`).join());
  const change = hash.digest().readUIntBE(0, 6);
  const shown = Math.max(0, ...places.map((place) => place.shown));
  const body: Json<ArticleLocation[]> = `[${places.map(({ json }) => json).join(",")}]`;
  const answer: EndpointResponse<ArticleLocation[]> = { body, version: { change, shown } };
  return { article, change, answer };
}

/** Throws Invalid on a location that is unknown or named twice. */
function checkedStock(
  db: Db,
  tenantId: number,
  places: readonly { locationId: number; quantity: number }[],
): Map<number, number> {
  const references = new References();
  const wanted = new Map<number, number>();
  for (const [index, { locationId, quantity }] of places.entries()) {
    const where = `locations.${index}.locationId`;
    references.check(where, locationId, (oid) => hasLocation(db, tenantId, oid));
    if (wanted.has(locationId)) throw Invalid.field(where, msg("is given twice", "je uvedeno dvakrát"));
    wanted.set(locationId, quantity);
  }
  references.demand();
  return wanted;
}
