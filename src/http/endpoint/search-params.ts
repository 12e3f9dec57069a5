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

const operator = <T extends string>(values: readonly T[], defaultValue: T) =>
  z.preprocess(
    (value) => (value === "" ? undefined : value),
    oneOf(values)
      .optional()
      .transform((value) => value ?? defaultValue),
  );

/** `filterOp` of a text search; `defaultValue` where it is absent or empty. */
export const textOperator = (defaultValue: TextOperator) => operator(TEXT_OPERATORS, defaultValue);
/** `filterOp` of a search by id. Default: Equals. */
export const idOperator = () => operator<IdOperator>(ID_OPERATORS, "Equals");

/** The filter of `findById`: a number, or some of its digits. */
export interface IdFilter {
  readonly operator: IdOperator;
  readonly number: number;
  readonly digits: string;
}

/** Parses the `id` of `findById`. Null when no id can match. Throws Invalid when a comparison has no number. */
export function parseIdFilter(value: string, operator: IdOperator): IdFilter | null {
  if (operator === "Contains" || operator === "StartsWith" || operator === "EndsWith") {
    return { operator, number: 0, digits: value };
  }
  if (!/^-?[0-9]+$/.test(value)) throw Invalid.field("id", msg("must be a whole number"));
  const number = Number(value);
  return Number.isSafeInteger(number) ? { operator, number, digits: "" } : null;
}
