import type { ArticleDetail, ArticleLocation } from "../../../../articles/shapes.ts";
import { isSame } from "../../save/same.ts";
import { askTagged } from "../../save/tagged.ts";
import { type ArticleFields, fieldsOf } from "../fields.ts";

/** What may be changed of many articles at once. */
export type ManyFields = Partial<
  Pick<ArticleFields, "categoryId" | "typeId" | "stateId" | "responsibleUserId" | "userId">
>;

/** Values by their names, as the box takes them. */
export type Values = Readonly<Record<string, unknown>>;

/** What one request changes of an article. */
export interface Part {
  readonly path: string;
  /** What is there, of what the box says at the path. */
  readonly of: (body: unknown) => Values;
  readonly wantedOf: (now: Values) => Values;
}

/** These fields of an article. */
export function fieldsPart(oid: number, wanted: ManyFields): Part {
  const names = Object.keys(wanted);
  return {
    path: `/api/articles/${oid}`,
    of: (body) => only({ ...fieldsOf(body as ArticleDetail) }, names),
    wantedOf: () => wanted,
  };
}

/** Its places: one of them is to have all pieces. What is recorded nowhere is there once. */
export function placesPart(oid: number, locationId: number): Part {
  const places = (body: unknown) =>
    (body as readonly ArticleLocation[]).map((place) => ({
      locationId: place.locationId,
      quantity: place.quantity,
    }));
  return {
    path: `/api/articles/${oid}/locations`,
    of: (body) => ({ locations: places(body) }),
    wantedOf({ locations }) {
      const quantity = places(locations).reduce((sum, place) => sum + place.quantity, 0) || 1;
      return { locations: [{ locationId, quantity }] };
    },
  };
}

/** A part as it is now. */
export interface Looked {
  readonly now: Values;
  readonly wanted: Values;
  /** The names of what is not as it is wanted. */
  readonly missing: readonly string[];
  readonly tag: string | null;
}

/** Asks how a part is. Throws BoxAway, Refused or NotLoggedIn. */
export async function look(part: Part): Promise<Looked> {
  const { body, tag } = await askTagged<unknown>(part.path);
  const now = part.of(body);
  const wanted = part.wantedOf(now);
  return { now, wanted, missing: Object.keys(wanted).filter((name) => !isAlike(now, wanted, name)), tag };
}

/** True where both say the same of this name; of a list the order says nothing. */
export function isAlike(one: Values, other: Values, name: string): boolean {
  const parts = ({ [name]: value }: Values) =>
    Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value;
  return isSame(parts(one), parts(other));
}

/** These of the values. */
export function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}
