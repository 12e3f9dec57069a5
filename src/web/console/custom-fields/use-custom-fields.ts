import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { listCatalogueItems } from "../../api/catalogues.ts";
import type { CatalogueItem, CustomField } from "../../api/types/endpoints.d.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

const NOTHING: readonly never[] = [];

/** The custom fields, updated by events; empty until they are loaded. */
export function useCustomFields(): readonly CustomField[] {
  return useLiveQuery(call("GET /api/customfields"), { follows: ["catalogues"] }).body ?? NOTHING;
}

/** The categories, updated by events; empty until they are loaded. */
export function useCategories(): readonly CatalogueItem[] {
  return useLiveQuery(listCatalogueItems("articleCategory"), { follows: ["catalogues"] }).body ?? NOTHING;
}

/** The fields of articles of a category. */
export function fieldsOfCategory(
  fields: readonly CustomField[],
  categoryId: number | null,
): readonly CustomField[] {
  return fields.filter(
    ({ categoryIds }) => categoryIds === null || (categoryId !== null && categoryIds.includes(categoryId)),
  );
}

/** The name of a custom field in a form and in the errors of the server: `fields.12`. */
export type CustomKey = `fields.${number}`;

/** The name of a field in a form. */
export const customKey = (oid: number): CustomKey => `fields.${oid}`;

/** The labels of the custom fields of a form. */
export function customNames(fields: readonly Pick<CustomField, "oid" | "name">[]) {
  return Object.fromEntries(fields.map(({ oid, name }) => [customKey(oid), msg("{name}", { name })]));
}

/** The values of a form as a request has them: custom fields under `fields`. */
export function withCustomFields(values: object): object {
  const custom: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("fields.")) custom[name.slice("fields.".length)] = value;
    else others[name] = value;
  }
  return Object.keys(custom).length === 0 ? others : { ...others, fields: custom };
}
