import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import {
  ID_OPERATORS,
  type IdOperator,
  TEXT_OPERATORS,
  type TextOperator,
} from "../../storage/database/text-match.ts";
import { oneOf } from "./fields.ts";

// The query of the `find*` endpoints (contract 4, common rules; decisions, Search).

const operator = <T extends string>(values: readonly T[], otherwise: T) =>
  z.preprocess(
    (value) => (value === "" ? undefined : value),
    oneOf(values)
      .optional()
      .transform((value) => value ?? otherwise),
  );

/** `filterOp` of a text search; omitted or empty it is `otherwise`. */
export const textOperator = (otherwise: TextOperator) => operator(TEXT_OPERATORS, otherwise);
export const idOperator = () => operator<IdOperator>(ID_OPERATORS, "Equals");

/** What `findById` looks for: a number, or the digits of one. Null when no id can match. */
export interface IdFilter {
  readonly operator: IdOperator;
  readonly number: number;
  readonly digits: string;
}

/** Reads the `id` of `findById`. Throws Invalid when a comparing operator gets no number. */
export function parseIdFilter(value: string, operator: IdOperator): IdFilter | null {
  if (operator === "Contains" || operator === "StartsWith" || operator === "EndsWith") {
    return { operator, number: 0, digits: value };
  }
  if (!/^-?[0-9]+$/.test(value))
    throw Invalid.field("id", msg("must be a whole number", "musí být celé číslo"));
  const number = Number(value);
  return Number.isSafeInteger(number) ? { operator, number, digits: "" } : null;
}
