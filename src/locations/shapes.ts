import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { CodedReference, NamedReference, QuantityUnit } from "../http/endpoint/references.ts";
import { LOCATION } from "../records/location.ts";

/** The list shape. */
export const Location = namedObject("Location", { oid: z.int(), ...listFields(LOCATION, {}) });
export type Location = z.output<typeof Location>;

export const OrderedLocation = Location.extend({
  position: z
    .int()
    .nullable()
    .optional()
    .describe(
      "index among its siblings, from 0; null: after siblings with a position, by name; only with `includePosition=true`",
    ),
}).meta({ id: "PlacedLocation" });
/** A location with its index in the walking order; null: by name, after those with an index. */
export type OrderedLocation = Location & { readonly position: number | null };

export const LocationDetail = Location.extend({
  parentLocation: NamedReference.nullable(),
  responsibleUserId: z
    .int()
    .nullable()
    .describe(
      "who is responsible for the assets at the location and below it; null: who is for the location above it",
    ),
  childLocations: z.array(CodedReference).optional().describe("only with `includeChilds=true`"),
}).meta({ id: "LocationDetail" });
export type LocationDetail = z.output<typeof LocationDetail>;

export const ArticlesAtLocations = namedObject("ArticlesAtLocations", {
  locationIds: z.array(z.int()).describe("all locations that hold pieces of these articles"),
  articles: z.int().describe("number of articles"),
});
export type ArticlesAtLocations = z.output<typeof ArticlesAtLocations>;

export const ValueAtLocation = namedObject("ValueAtLocation", {
  locationId: z.int(),
  currencyTypeId: z.int().nullable(),
  value: z.number().describe("of the pieces at exactly this location, at today's prices"),
});
export type ValueAtLocation = z.output<typeof ValueAtLocation>;

export const LocationTotals = namedObject("LocationTotals", {
  articles: z.array(ArticlesAtLocations),
  values: z.array(ValueAtLocation),
});
export type LocationTotals = z.output<typeof LocationTotals>;

export const ArticleAtLocation = namedObject("ArticleAtLocation", {
  oid: z.int(),
  articleId: z.int(),
  locationId: z.int(),
  location: CodedReference,
  quantity: z.number(),
  article: z.object({
    oid: z.int(),
    code: z.string().nullable(),
    name: z.string(),
    unit: QuantityUnit,
  }),
});
export type ArticleAtLocation = z.output<typeof ArticleAtLocation>;
