import { z } from "zod";
import { type Field, fieldsIn, type NamesIn, type RecordDeclaration } from "../../records/record.ts";
import { day, flag, id, integer, lines, linesOrNull, moment, price, text, textOrNull } from "./fields.ts";
import { NamedReference } from "./references.ts";

// Schemas of bodies and responses from the declarations of records. What has a structure of its own (`texts`, `packs`) is left to
// the feature.

type Nullable<F, S extends z.ZodType> = F extends { readonly isNullable: true } ? z.ZodNullable<S> : S;
type Fields<R extends RecordDeclaration> = R["fields"];
/** The fields of a part that are single values. */
type ScalarNames<R extends RecordDeclaration, P extends Parameters<typeof fieldsIn>[1]> = {
  [N in NamesIn<R, P>]: Fields<R>[N]["kind"] extends "texts" | "packs" ? never : N;
}[NamesIn<R, P>];

/** The schema of a field in a body. An empty text counts as null where it may be null. */
type InputSchema<F extends Field> = F["kind"] extends "text" | "lines"
  ? F extends { readonly isNullable: true }
    ? ReturnType<typeof textOrNull>
    : ReturnType<typeof text>
  : F["kind"] extends "day" | "time"
    ? Nullable<F, ReturnType<typeof day>>
    : F["kind"] extends "flag"
      ? Nullable<F, ReturnType<typeof flag>>
      : Nullable<F, ReturnType<typeof id>>;

function inputSchema(field: Field): z.ZodType {
  if (field.kind === "text") return field.isNullable ? textOrNull() : text();
  if (field.kind === "lines") return field.isNullable ? linesOrNull() : lines();
  const schema = valueSchema(field);
  return field.isNullable ? schema.nullable() : schema;
}

function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case "money":
      return price();
    case "day":
      return day();
    case "time":
      return moment();
    case "flag":
      return flag();
    case "whole":
      if (field.min === undefined || field.max === undefined) break;
      return integer(field.min, field.max);
    case "reference":
      return id();
  }
  throw new Error(`${field.kind} has a schema of its own`);
}

type Required<F extends Field> = InputSchema<Omit<F, "isNullable"> & Field>;

/** The properties of a body that adds a record: the required fields, and the others where they are given. */
export function newBody<R extends RecordDeclaration, P extends "body" | "full">(record: R, part: P) {
  const schemas = scalarsIn(record, part).map(([name, field]) => {
    const { isNullable, ...required } = field;
    return [name, field.isRequired ? inputSchema(required) : inputSchema(field).optional()] as const;
  });
  // The type says what the schemas are, field by field.
  return Object.fromEntries(schemas) as {
    [N in ScalarNames<R, P>]: Fields<R>[N] extends { readonly isRequired: true }
      ? Required<Fields<R>[N]>
      : z.ZodOptional<InputSchema<Fields<R>[N]>>;
  };
}

/** The properties of a body that changes a record: fields that are given. */
export function changedBody<R extends RecordDeclaration, P extends "body" | "full">(record: R, part: P) {
  const schemas = scalarsIn(record, part).map(
    ([name, field]) => [name, inputSchema(field).optional()] as const,
  );
  return Object.fromEntries(schemas) as {
    [N in ScalarNames<R, P>]: z.ZodOptional<InputSchema<Fields<R>[N]>>;
  };
}

type OutputSchema<F extends Field> = Nullable<
  F,
  F["kind"] extends "text" | "lines"
    ? z.ZodString
    : F["kind"] extends "day"
      ? z.ZodISODate
      : F["kind"] extends "time"
        ? z.ZodISODateTime
        : F["kind"] extends "flag"
          ? z.ZodBoolean
          : z.ZodNumber
>;

/** A decimal number, such as a price. */
export const decimal = () => z.number().describe("decimal, exact to four places");

function outputSchema({ kind, isNullable }: Field): z.ZodType {
  const schema = SHOWN[kind as keyof typeof SHOWN]();
  return isNullable ? schema.nullable() : schema;
}

const SHOWN = {
  text: () => z.string(),
  lines: () => z.string(),
  money: decimal,
  whole: () => z.int(),
  reference: () => z.int(),
  day: () => z.iso.date(),
  time: () => z.iso.datetime(),
  flag: () => z.boolean(),
};

/** The properties of a record in a list. */
export function listFields<R extends RecordDeclaration>(record: R) {
  const schemas = scalarsIn(record, "list").map(([name, field]) => [name, outputSchema(field)] as const);
  return Object.fromEntries(schemas) as { [N in ScalarNames<R, "list">]: OutputSchema<Fields<R>[N]> };
}

type DetailName<F, N> = F extends { readonly named: infer M extends string } ? M : N;
type DetailSchema<F extends Field> = F extends { readonly named: string }
  ? Nullable<F, typeof NamedReference>
  : OutputSchema<F>;

/** The properties of a detail: the contract's (`detail`), or those that clients may set (`full`). */
export function detailFields<R extends RecordDeclaration, P extends "detail" | "full">(record: R, part: P) {
  const schemas = scalarsIn(record, part).map(([name, field]) => {
    if (field.kind !== "reference" || field.named === undefined) return [name, outputSchema(field)] as const;
    return [field.named, field.isNullable ? NamedReference.nullable() : NamedReference] as const;
  });
  return Object.fromEntries(schemas) as {
    [N in ScalarNames<R, P> as DetailName<Fields<R>[N], N>]: DetailSchema<Fields<R>[N]>;
  };
}

function scalarsIn(record: RecordDeclaration, part: Parameters<typeof fieldsIn>[1]) {
  return fieldsIn(record, part).filter(([, { kind }]) => kind !== "texts" && kind !== "packs");
}
