import { z } from "zod";
import { CUSTOM_FIELD_TYPES } from "../domain/custom-fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { CUSTOM_FIELD } from "../records/custom-field.ts";

export const CustomField = namedObject("CustomField", { oid: z.int(), ...listFields(CUSTOM_FIELD, {}) });
export type CustomField = z.output<typeof CustomField>;

export const CustomFieldUses = namedObject("CustomFieldUses", {
  articles: z.int().describe("articles with a value"),
  outside: z.int().describe("those of them whose category does not have the field"),
  missing: z.int().describe("articles of its categories without a value"),
  choices: z
    .array(z.object({ choice: z.string(), articles: z.int() }))
    .describe("values in use of a choice, removed ones too"),
});
export type CustomFieldUses = z.output<typeof CustomFieldUses>;

/** A value of an article. */
export const CustomValue = namedObject("CustomValue", {
  fieldId: z.int(),
  name: z.string(),
  type: z.enum(CUSTOM_FIELD_TYPES),
  unit: z.string().nullable(),
  value: z.string().describe("number `12.5`, date `2026-11-23`, yesNo `true` or `false`, else a text"),
  isDefined: z
    .boolean()
    .describe(
      "false: the field was deleted, or the article's category does not have it; the value stays until it is removed",
    ),
});
export type CustomValue = z.output<typeof CustomValue>;
