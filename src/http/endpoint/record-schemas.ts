import { z } from "zod";
import { MAX_TEXT_LENGTH } from "../../domain/text-limits.ts";
import {
  type Field,
  fieldsIn,
  type NamesIn,
  type RecordDeclaration,
  type TerminalNames,
  terminalFieldsOf,
} from "../../records/record.ts";
import {
  day,
  dayOrNull,
  flag,
  id,
  integer,
  lines,
  linesOrNull,
  moment,
  oneOf,
  price,
  text,
  textOrNull,
} from "./fields.ts";
import { NamedReference } from "./references.ts";

// Schemas of bodies and responses from the declarations of records. The feature gives the schema of a field with a structure or rule
// of its own (`Own`). The types demand it for the kinds of which a declaration says too little.

type Fields<R extends RecordDeclaration> = R["fields"];
type BodyPart = "body" | "full";
type Nullable<F, S extends z.ZodType> = F extends { readonly isNullable: true } ? z.ZodNullable<S> : S;

/** The kinds whose values have a schema of their feature. */
type OwnKind = "source" | "url" | "texts" | "list" | "ints" | "packs" | "json" | "bytes";
/** The schemas of the feature, by the name of the field. */
type Own<R extends RecordDeclaration, N extends keyof Fields<R>> = {
  readonly [K in N as Fields<R>[K]["kind"] extends OwnKind ? K : never]: z.ZodType;
} & { readonly [K in N]?: z.ZodType };

/** The names of the fields in the body that adds (`new`) or changes (`change`) a record. */
type BodyName<R extends RecordDeclaration, P extends BodyPart, W extends "new" | "change"> = NamesIn<R, P> &
  NamesIn<R, W>;

/** The schema of a field in a body. An empty text counts as null where it may be null. */
type InputSchema<F extends Pick<Field, "kind">> = F extends {
  readonly kind: "choice";
  readonly of: readonly (infer O)[];
}
  ? Nullable<F, z.ZodType<O>>
  : F["kind"] extends "text" | "lines"
    ? F extends { readonly isNullable: true }
      ? ReturnType<typeof textOrNull>
      : ReturnType<typeof text>
    : F["kind"] extends "day" | "time"
      ? Nullable<F, ReturnType<typeof day>>
      : F["kind"] extends "flag"
        ? Nullable<F, ReturnType<typeof flag>>
        : F["kind"] extends "order"
          ? ReturnType<typeof id>
          : Nullable<F, ReturnType<typeof id>>;
type BodySchema<R extends RecordDeclaration, O, N extends keyof Fields<R>> = N extends keyof O
  ? O[N] extends z.ZodType
    ? O[N]
    : never
  : InputSchema<Fields<R>[N]>;

function inputSchema(field: Field): z.ZodType {
  if (field.kind === "text")
    return field.isNullable
      ? textOrNull(field.length ?? MAX_TEXT_LENGTH)
      : text(field.length ?? MAX_TEXT_LENGTH);
  if (field.kind === "day" && field.isNullable) return dayOrNull();
  if (field.kind === "lines") return field.isNullable ? linesOrNull() : lines();
  const schema = valueSchema(field);
  // An index is given, or the record keeps its own.
  return field.isNullable && field.kind !== "order" ? schema.nullable() : schema;
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
      return field.min === undefined || field.max === undefined ? id() : integer(field.min, field.max);
    case "order":
      return integer(0, field.max ?? Number.MAX_SAFE_INTEGER);
    case "reference":
      return id();
    case "choice":
      if (isTexts(field.of)) return oneOf(field.of);
  }
  throw new Error(`${field.kind} has a schema of its own`);
}

function isTexts(values: readonly string[] | readonly number[]): values is readonly string[] {
  return typeof values[0] === "string";
}

function bodyFields(record: RecordDeclaration, part: BodyPart, write: "new" | "change") {
  const written = fieldsIn(record, write).map(([name]) => name);
  return fieldsIn(record, part).filter(([name]) => written.includes(name));
}

/** The properties of a body that adds a record: the required fields, and the others where they are given. */
export function newBody<
  R extends RecordDeclaration,
  P extends BodyPart,
  O extends Own<R, BodyName<R, P, "new">>,
>(record: R, part: P, own: O) {
  const given: Readonly<Record<string, z.ZodType>> = own;
  const schemas = bodyFields(record, part, "new").map(([name, field]) => {
    const { isNullable, ...required } = field;
    if (field.isRequired) return [name, given[name] ?? inputSchema(required)] as const;
    return [name, (given[name] ?? inputSchema(field)).optional()] as const;
  });
  // The type says what the schemas are, field by field.
  return Object.fromEntries(schemas) as {
    [N in BodyName<R, P, "new">]: Fields<R>[N] extends { readonly isRequired: true }
      ? N extends keyof O
        ? BodySchema<R, O, N>
        : InputSchema<Omit<Fields<R>[N], "isNullable">>
      : z.ZodOptional<BodySchema<R, O, N>>;
  };
}

/** The properties of a body that changes a record: fields that are given. */
export function changedBody<
  R extends RecordDeclaration,
  P extends BodyPart,
  O extends Own<R, BodyName<R, P, "change">>,
>(record: R, part: P, own: O) {
  const given: Readonly<Record<string, z.ZodType>> = own;
  const schemas = bodyFields(record, part, "change").map(
    ([name, field]) => [name, (given[name] ?? inputSchema(field)).optional()] as const,
  );
  return Object.fromEntries(schemas) as {
    [N in BodyName<R, P, "change">]: z.ZodOptional<BodySchema<R, O, N>>;
  };
}

/** The properties of a body that replaces a record: the required fields; an absent other one is null, or false. */
export function replacedBody<
  R extends RecordDeclaration,
  P extends BodyPart,
  O extends Own<R, BodyName<R, P, "change">>,
>(record: R, part: P, own: O) {
  const given: Readonly<Record<string, z.ZodType>> = own;
  const schemas = bodyFields(record, part, "change").map(([name, field]) => {
    const schema = given[name] ?? inputSchema(field);
    return [name, field.isRequired ? schema : schema.default(field.isNullable ? null : false)] as const;
  });
  return Object.fromEntries(schemas) as {
    [N in BodyName<R, P, "change">]: Fields<R>[N] extends { readonly isRequired: true }
      ? BodySchema<R, O, N>
      : z.ZodDefault<BodySchema<R, O, N>>;
  };
}

type OutputSchema<F extends Field> = F extends { readonly kind: "choice"; readonly of: readonly (infer O)[] }
  ? Nullable<F, z.ZodType<O>>
  : Nullable<
      F,
      F["kind"] extends "text" | "lines" | "source"
        ? z.ZodString
        : F["kind"] extends "day"
          ? z.ZodISODate
          : F["kind"] extends "time"
            ? z.ZodISODateTime
            : F["kind"] extends "flag"
              ? z.ZodBoolean
              : F["kind"] extends "list"
                ? z.ZodArray<z.ZodString>
                : F["kind"] extends "ints"
                  ? z.ZodArray<z.ZodInt>
                  : z.ZodNumber
    >;
/** The kinds whose values have a schema of their feature in responses. */
type OwnShown = "url" | "texts" | "packs" | "json" | "bytes";
type ShownOwn<R extends RecordDeclaration, N extends keyof Fields<R>> = {
  readonly [K in N as Fields<R>[K]["kind"] extends OwnShown ? K : never]: z.ZodType;
};
type ShownSchema<R extends RecordDeclaration, O, N extends keyof Fields<R>> = N extends keyof O
  ? O[N] extends z.ZodType
    ? O[N]
    : never
  : OutputSchema<Fields<R>[N]>;

/** A decimal number, such as a price. */
export const decimal = () => z.number().describe("decimal, exact to four places");

function outputSchema(field: Field): z.ZodType {
  const { kind, isNullable, description } = field;
  const value =
    kind === "choice"
      ? isTexts(field.of)
        ? z.enum(field.of)
        : z.literal(field.of)
      : SHOWN[kind as keyof typeof SHOWN]();
  const schema = isNullable ? value.nullable() : value;
  return description === undefined ? schema : schema.describe(description);
}

const SHOWN = {
  text: () => z.string(),
  lines: () => z.string(),
  source: () => z.string(),
  money: decimal,
  whole: () => z.int(),
  order: () => z.int(),
  reference: () => z.int(),
  day: () => z.iso.date(),
  time: () => z.iso.datetime(),
  flag: () => z.boolean(),
  list: () => z.array(z.string()),
  ints: () => z.array(z.int()),
};

/** The properties of a record in a list. */
export function listFields<R extends RecordDeclaration, O extends ShownOwn<R, NamesIn<R, "list">>>(
  record: R,
  own: O,
) {
  const given: Readonly<Record<string, z.ZodType>> = own;
  const schemas = fieldsIn(record, "list").map(
    ([name, field]) => [name, given[name] ?? outputSchema(field)] as const,
  );
  return Object.fromEntries(schemas) as { [N in NamesIn<R, "list">]: ShownSchema<R, O, N> };
}

/** The properties that terminals store beside those of a list. */
export function terminalFields<R extends RecordDeclaration>(record: R) {
  const schemas = terminalFieldsOf(record).map(([name, field]) => [name, outputSchema(field)] as const);
  return Object.fromEntries(schemas) as { [N in TerminalNames<R>]: OutputSchema<Fields<R>[N]> };
}

type DetailName<F, N> = F extends { readonly named: infer M extends string } ? M : N;
type DetailSchema<R extends RecordDeclaration, O, N extends keyof Fields<R>> = Fields<R>[N] extends {
  readonly named: string;
}
  ? Nullable<Fields<R>[N], typeof NamedReference>
  : ShownSchema<R, O, N>;

/** The properties of a detail: the contract's (`detail`), or those that clients may set (`full`). */
export function detailFields<
  R extends RecordDeclaration,
  P extends "detail" | "full",
  O extends ShownOwn<R, NamesIn<R, P>>,
>(record: R, part: P, own: O) {
  const given: Readonly<Record<string, z.ZodType>> = own;
  const schemas = fieldsIn(record, part).map(([name, field]) => {
    if (field.kind !== "reference" || field.named === undefined)
      return [name, given[name] ?? outputSchema(field)] as const;
    return [field.named, field.isNullable ? NamedReference.nullable() : NamedReference] as const;
  });
  return Object.fromEntries(schemas) as {
    [N in NamesIn<R, P> as DetailName<Fields<R>[N], N>]: DetailSchema<R, O, N>;
  };
}
