import { z } from "zod";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import { MAX_CUSTOM_VALUE_LENGTH } from "../domain/custom-fields.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { MAX_PACK_NAME_LENGTH, MAX_PACKS } from "../domain/packs.ts";
import { id, integer, rule, text, textOrNull } from "../http/endpoint/fields.ts";
import { changedBody, newBody } from "../http/endpoint/record-schemas.ts";
import { ARTICLE } from "../records/article.ts";

// Request bodies that add and change articles.

/** An alias of `serialNumber`. */
const alias = { serialNo: textOrNull().optional() };

/** The body of a new article. */
export const newArticleBody = { ...newBody(ARTICLE, "body", {}), ...alias };

/** The body that changes an article. */
export const changedArticleBody = { oid: id().optional(), ...changedBody(ARTICLE, "body", {}), ...alias };

/** Values of custom fields by the oid of the field; null removes one. */
export const customFieldsBody = () =>
  z
    .record(
      z.string().regex(/^[1-9][0-9]{0,15}$/),
      z.union([z.string().max(MAX_CUSTOM_VALUE_LENGTH), z.number(), z.boolean()]).nullable(),
    )
    .optional();

/** What the description of an endpoint says about them. */
export const FIELDS_TEXT =
  '`fields` has values of custom fields by the oid of the field: `{ "12": "3.5", "13": null }`; numbers and booleans may be sent as such. Fields that it does not name keep their value, required ones too. A named field must belong to the category of the article, unless it keeps its value or is null.';

const fewEnough = rule(
  (packs: readonly object[]) => packs.length <= MAX_PACKS,
  msg("must have at most {max} packs", { max: MAX_PACKS }),
);

/** All packs of an article. */
export const packsBody = () =>
  z
    .array(z.object({ name: text(MAX_PACK_NAME_LENGTH), quantity: integer(2, MAX_PIECES) }))
    .refine(...fewEnough)
    .meta({ maxItems: MAX_PACKS });

const more = { packs: packsBody().optional(), fields: customFieldsBody() };

/** The body of a new article with all fields. Without a code the server assigns one. */
export const newFullBody = {
  ...newBody(ARTICLE, "full", {}),
  code: textOrNull().optional(),
  ...alias,
  ...more,
};

/** The body that changes an article with all fields. */
export const changedFullBody = {
  oid: id().optional(),
  ...changedBody(ARTICLE, "full", {}),
  ...alias,
  ...more,
};

interface WithSerial {
  readonly serialNumber?: string | null | undefined;
  readonly serialNo?: string | null | undefined;
}

/** The serial number of a body; `serialNo` is an alias of `serialNumber`. Throws Invalid if the two differ. */
export function serialNumberOf({ serialNumber, serialNo }: WithSerial): string | null | undefined {
  if (serialNumber && serialNo && serialNumber !== serialNo) {
    throw Invalid.field("serialNo", msg("differs from serialNumber"));
  }
  return serialNumber ?? serialNo ?? (serialNumber === null || serialNo === null ? null : undefined);
}
