import { createHash } from "node:crypto";
import { z } from "zod";
import { MAX_PIECES } from "../../domain/counting/fold.ts";
import { DomainError, type FieldError, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import {
  flag,
  id,
  moment,
  oneOf,
  rule,
  text,
  textOrNull,
  verbatim,
  whole,
} from "../../http/endpoint/fields.ts";
import { parse } from "../../http/endpoint/parse.ts";

// What a terminal sends of one count.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isUuid = rule(
  (value: string) => UUID.test(value),
  msg("must be a UUID, made on the terminal", "musí být UUID vytvořené v terminálu"),
);
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
  quantity: whole(-MAX_PIECES, MAX_PIECES).nullable().optional(),
  itemId: id().nullable().optional(),
  code: text().nullable().optional(),
  locationId: id().nullable().optional(),
  at: moment(),
  note: textOrNull(4000).optional(),
  isFound: flag().optional(),
  isDisposal: flag().optional(),
  disposalMethodId: id().nullable().optional(),
  disposalReasonId: id().nullable().optional(),
  userId: id().nullable().optional(),
  isExtra: flag().optional(),
  seen: verbatim().optional(),
});

/** One count as a terminal says it; `at` by the terminal's clock, in UTC. */
export type CountPayload = z.output<typeof operation>;

/** One that can't be understood, and why. */
export interface MalformedOperation {
  readonly operationId: string;
  readonly error: DomainError;
}

export const MAX_OPERATIONS = 1000;

const { $schema: _, ...described } = z.toJSONSchema(operation, { io: "input" });

/** The list of operations in a body: each is looked at by itself, so that one that is wrong blocks no other. */
export const operationList = z
  .array(z.unknown().meta({ ...described }))
  .refine(
    ...rule(
      (sent: readonly unknown[]) => sent.length <= MAX_OPERATIONS,
      msg(`must have at most ${MAX_OPERATIONS} operations`, `smí mít nejvýše ${MAX_OPERATIONS} operací`),
    ),
  )
  .meta({ maxItems: MAX_OPERATIONS });

const isItsName = (name: string) => name.length === 11 && name.toLowerCase() === "operationid";
/** By the name as it is nearly always written, and once; a thousand of them are looked at in one turn. */
const hasUuid = (one: unknown) =>
  typeof one === "object" &&
  one !== null &&
  "operationId" in one &&
  typeof one.operationId === "string" &&
  UUID.test(one.operationId) &&
  Object.keys(one).filter(isItsName).length === 1;

/** Throws Invalid, naming each operation without a usable `operationId`: it could get no receipt. */
export function assertOperationIds(sent: readonly unknown[]): void {
  const faults: FieldError[] = [];
  for (const [index, one] of sent.entries()) {
    if (hasUuid(one)) continue;
    try {
      parse(identified, one);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      for (const { path, words } of error.faults)
        faults.push({ path: ["operations", index, path].filter((part) => part !== "").join("."), words });
    }
  }
  const [first, ...others] = faults;
  if (first !== undefined) throw Invalid.fields([first, ...others]);
}

/** Reads an operation that has an id. */
export function readOperation(sent: unknown): CountPayload | MalformedOperation {
  try {
    // `parse` gives what the schema does.
    return assertConsistent(parse(operation, sent) as CountPayload);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { operationId: String(parse(identified, sent)["operationId"]), error: error };
  }
}

function assertConsistent(sent: CountPayload): CountPayload {
  const { kind, quantity, itemId = null, code = null, locationId = null, isExtra = false } = sent;
  if (itemId === null && code === null) {
    throw Invalid.field("code", msg("is required, or itemId", "je povinné, nebo itemId"));
  }
  if (isExtra && (itemId !== null || locationId === null)) {
    throw Invalid.field(
      "isExtra",
      msg("needs a code and a locationId, and no itemId", "vyžaduje code a locationId, bez itemId"),
    );
  }
  if (kind === "add" && typeof quantity !== "number") {
    throw Invalid.field("quantity", msg("is required", "je povinné"));
  }
  if (kind === "set" && typeof quantity === "number" && quantity < 0) {
    throw Invalid.field("quantity", msg("must be at least 0", "musí být nejméně 0"));
  }
  return sent;
}

/** A hash of all that an operation says, but for who says it: two with one id must be the same. */
export function contentHash(
  { operationId: _, userId: __, ...said }: CountPayload,
  inventoryId: number,
): string {
  return createHash("sha256")
    .update(JSON.stringify([inventoryId, said]))
    .digest("base64url");
}
