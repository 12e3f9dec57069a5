import { type Expression, type SqlBool, sql } from "kysely";

/** The operators of `find*` on text (decisions, Search). Both sides are folded. */
export const TEXT_OPERATORS = ["Equals", "NotEquals", "Contains", "StartsWith", "EndsWith"] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];

/** The operators of `findById`: numbers for the first six, the decimal digits for the others. */
export const ID_OPERATORS = [
  ...TEXT_OPERATORS,
  "GreaterThan",
  "GreaterThanOrEquals",
  "LessThan",
  "LessThanOrEquals",
] as const;
export type IdOperator = (typeof ID_OPERATORS)[number];

/** The condition that `column` matches `value`. Wildcards and quotes in the value are literal. Null never equals. */
export function textMatches(
  column: Expression<unknown>,
  operator: TextOperator,
  value: unknown,
): Expression<SqlBool> {
  switch (operator) {
    case "Equals":
      return sql<SqlBool>`${column} = ${value}`;
    case "NotEquals":
      return sql<SqlBool>`${column} IS NOT ${value}`;
    case "Contains":
      return sql<SqlBool>`instr(${column}, ${value}) > 0`;
    case "StartsWith":
      // A range can use an index. No UTF-8 text begins with the byte ff.
      return sql<SqlBool>`${column} >= ${value} AND ${column} < ${value} || CAST(x'ff' AS TEXT)`;
    case "EndsWith":
      return sql<SqlBool>`(${value} = '' OR substr(${column}, -length(${value})) = ${value})`;
  }
}

/** The condition that the record's id matches: `number` for comparing operators, `digits` for the textual ones. */
export function idMatches(
  column: Expression<unknown>,
  operator: IdOperator,
  number: unknown,
  digits: unknown,
): Expression<SqlBool> {
  switch (operator) {
    case "Equals":
      return sql<SqlBool>`${column} = ${number}`;
    case "NotEquals":
      return sql<SqlBool>`${column} <> ${number}`;
    case "GreaterThan":
      return sql<SqlBool>`${column} > ${number}`;
    case "GreaterThanOrEquals":
      return sql<SqlBool>`${column} >= ${number}`;
    case "LessThan":
      return sql<SqlBool>`${column} < ${number}`;
    case "LessThanOrEquals":
      return sql<SqlBool>`${column} <= ${number}`;
    default:
      return textMatches(sql`cast(${column} AS TEXT)`, operator, digits);
  }
}
