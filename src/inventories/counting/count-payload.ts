import { createHash } from "node:crypto";
import { z } from "zod";
import { MAX_OPERATIONS } from "../../domain/counting/count-input.ts";
import { MAX_PIECES } from "../../domain/counting/fold.ts";
import { assertNoErrors, DomainError, type FieldError, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../domain/text-limits.ts";
import {
  flag,
  id,
  integer,
  lines,
  linesOrNull,
  moment,
  oneOf,
  rule,
  verbatim,
} from "../../http/endpoint/fields.ts";
import { parse } from "../../http/endpoint/parse.ts";

// The count operations in the body of a request.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isUuid = rule((value: string) => UUID.test(value), msg("must be a UUID, made on the terminal"));
const uuid = () =>
  z
    .string()
    .refine(...isUuid)
    .transform((value) => value.toLowerCase())
    .meta({ format: "uuid" });

const identified = z.object({ operationId: uuid() });
const operation = z.object({
  operationId: uuid(),
  kind: oneOf(["set", "add"]),
  quantity: integer(-MAX_PIECES, MAX_PIECES).nullable().optional(),
  itemId: id().nullable().optional(),
  code: lines(MAX_TEXT_LENGTH).nullable().optional(),
  locationId: id().nullable().optional(),
  at: moment(),
  note: linesOrNull().optional(),
  isFound: flag().optional(),
  isDisposal: flag().optional(),
  disposalMethodId: id().nullable().optional(),
  disposalReasonId: id().nullable().optional(),
  userId: id().nullable().optional(),
  isExtra: flag().optional(),
  seen: verbatim().optional(),
  articleId: id()
    .nullable()
    .optional()
    .describe(
      "the article that the terminal has found for `code`: it is counted where no article has the code",
    ),
});

/** One count from a terminal; `at` in UTC by the terminal's clock. */
export type CountPayload = z.output<typeof operation>;

/** A malformed operation, with its error. */
export interface MalformedOperation {
  readonly operationId: string;
  readonly error: DomainError;
}

const { $schema: _, ...described } = z.toJSONSchema(operation, { io: "input" });

/** The list of operations in a body. Each is validated by itself: an invalid one does not block the others. */
export const operationList = z
  .array(z.unknown().meta({ ...described }))
  .refine(
    ...rule(
      (payload: readonly unknown[]) => payload.length <= MAX_OPERATIONS,
      msg("must have at most {max} operations", { max: MAX_OPERATIONS }),
    ),
  )
  .meta({ maxItems: MAX_OPERATIONS });

const isIdKey = (name: string) => name.length === 11 && name.toLowerCase() === "operationid";
/** A fast check for the usual spelling of the key, for up to 1000 operations in one turn of the event loop. */
const hasUuid = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  "operationId" in value &&
  typeof value.operationId === "string" &&
  UUID.test(value.operationId) &&
  Object.keys(value).filter(isIdKey).length === 1;

/** Throws Invalid with a field error for each operation without a valid `operationId`: it could get no receipt. */
export function assertOperationIds(payload: readonly unknown[]): void {
  const errors: FieldError[] = [];
  for (const [index, one] of payload.entries()) {
    if (hasUuid(one)) continue;
    try {
      parse(identified, one);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      for (const { path, text } of error.fieldErrors)
        errors.push({ path: ["operations", index, path].filter((part) => part !== "").join("."), text });
    }
  }
  assertNoErrors(errors);
}

/** Parses an operation that has a valid id. */
export function readOperation(payload: unknown): CountPayload | MalformedOperation {
  try {
    // `parse` returns the output of the schema.
    return assertConsistent(parse(operation, payload) as CountPayload);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { operationId: String(parse(identified, payload)["operationId"]), error: error };
  }
}

function assertConsistent(payload: CountPayload): CountPayload {
  const { kind, quantity, itemId = null, code = null, locationId = null, isExtra = false } = payload;
  if (itemId === null && code === null) {
    throw Invalid.field("code", msg("is required, or itemId"));
  }
  if (isExtra && (itemId !== null || locationId === null)) {
    throw Invalid.field("isExtra", msg("needs a code and a locationId, and no itemId"));
  }
  if (kind === "add" && typeof quantity !== "number") {
    throw Invalid.field("quantity", msg("is required"));
  }
  if (kind === "set" && typeof quantity === "number" && quantity < 0) {
    throw Invalid.field("quantity", msg("must be at least 0"));
  }
  return payload;
}

/** A SHA-256 hash of an operation without its author. Two operations with one id must have the same hash. */
export function contentHash(
  { operationId: _, userId: __, ...content }: CountPayload,
  inventoryId: number,
): string {
  return createHash("sha256")
    .update(JSON.stringify([inventoryId, content]))
    .digest("base64url");
}
