import { z } from "zod";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { isMessage, type Message, msg } from "../../domain/message.ts";

/**
 * Validates a value. Property names ignore case, at any depth. Unknown properties are removed; those of strict objects are errors.
 * Throws Invalid with all field errors.
 */
export function parse(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  const unknown: FieldError[] = [];
  const named = withDeclaredNames(namesOf(schema), value, "", unknown);
  const result = schema.safeParse(named, { reportInput: true });
  const [first, ...others] = unknown;
  if (first === undefined) {
    if (result.success) return result.data;
    throw invalidFrom(result.error);
  }
  throw Invalid.fields([first, ...others, ...(result.success ? [] : fieldErrorsOf(result.error))]);
}

/** Parses and validates a query string. Throws Invalid, also where a name occurs twice. */
export function parseQuery(schema: z.ZodObject, search: string): Record<string, unknown> {
  const pairs: [string, string][] = [];
  for (const part of search === "" ? [] : search.split("&")) {
    const equals = part.indexOf("=");
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    pairs.push([name, equals < 0 ? "" : decode(part.slice(equals + 1))]);
  }
  return parse(schema, new Pairs(pairs));
}

/** Pairs of names and values, in which a name may occur twice. */
class Pairs {
  readonly pairs: readonly [string, unknown][];
  constructor(pairs: readonly [string, unknown][]) {
    this.pairs = pairs;
  }
}

/** Replaces property names by the declared spelling. Adds errors of unknown properties of strict objects to `unknown`. */
function withDeclaredNames(
  names: DeclaredNames | null,
  value: unknown,
  path: string,
  unknown: FieldError[],
): unknown {
  if (names === null || typeof value !== "object" || value === null) return value;
  const below = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
  if (Array.isArray(value))
    return names.items === null
      ? value
      : value.map((item, at) => withDeclaredNames(names.items, item, below(at), unknown));
  if (names.properties === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, property] of value instanceof Pairs ? value.pairs : Object.entries(value)) {
    const declared = names.properties.get(key.toLowerCase());
    if (declared === undefined) {
      if (names.others === "refused") unknown.push({ path: below(key), text: unknownText(names.properties) });
      // Not by assignment: the key may be `__proto__`.
      else if (names.others === "kept")
        Object.defineProperty(result, key, { value: property, enumerable: true });
      continue;
    }
    const { name } = declared;
    if (Object.hasOwn(result, name)) throw Invalid.field(below(name), msg("is given twice"));
    result[name] = withDeclaredNames(declared.names, property, below(name), unknown);
  }
  return result;
}

function unknownText(properties: NonNullable<DeclaredNames["properties"]>): Message {
  const list = [...properties.values()].map(({ name }) => name).join(", ");
  return msg("is unknown here; known are: {list}", { list });
}

function decode(part: string): string {
  if (!part.includes("%") && !part.includes("+")) return part;
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw Invalid.field("", msg("The query is not well-formed."));
  }
}

/** Checks the optional `oid` in the body of a PUT. Throws Invalid unless it is absent or the id in the path. */
export function assertSameId(bodyId: number | undefined, pathId: number): void {
  if (bodyId === undefined || bodyId === pathId) return;
  throw Invalid.field("oid", msg("must equal the id in the address"));
}

/** The property names that a schema declares. */
export interface DeclaredNames {
  /** By the name in lower case; null: not an object of declared properties. */
  readonly properties: ReadonlyMap<string, DeclaredProperty> | null;
  /** What becomes of other properties. */
  readonly others: "removed" | "kept" | "refused";
  /** The names in the items of a list; null: none. */
  readonly items: DeclaredNames | null;
}

interface DeclaredProperty {
  /** In the declared spelling. */
  readonly name: string;
  /** The names in its value; null: none. */
  readonly names: DeclaredNames | null;
}

const known = new WeakMap<z.core.$ZodType, { readonly names: DeclaredNames | null }>();

/** The names of a schema; null: it declares none, such as that of a number. */
export function namesOf(schema: z.core.$ZodType): DeclaredNames | null {
  const found = known.get(schema) ?? { names: read(schema) };
  known.set(schema, found);
  return found.names;
}

function read(schema: z.core.$ZodType): DeclaredNames | null {
  if (schema instanceof z.ZodObject) {
    const properties = new Map(
      Object.entries(schema.shape).map(([name, property]) => [
        name.toLowerCase(),
        { name, names: namesOf(property) },
      ]),
    );
    const { catchall } = schema.def;
    const others = catchall === undefined ? "removed" : catchall instanceof z.ZodNever ? "refused" : "kept";
    return { properties, others, items: null };
  }
  if (schema instanceof z.ZodArray) {
    const items = namesOf(schema.element);
    return items === null ? null : { properties: null, others: "kept", items };
  }
  if (schema instanceof z.ZodUnion) return schema.options.map(namesOf).reduce(merged, null);
  if (schema instanceof z.ZodPipe) return namesOf(schema.def.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return namesOf(schema.def.innerType);
  return null;
}

/** The names of either: which alternative a value is becomes known when it is validated. */
function merged(one: DeclaredNames | null, other: DeclaredNames | null): DeclaredNames | null {
  if (one === null || other === null) return one ?? other;
  const properties = new Map(one.properties);
  for (const [key, { name, names }] of other.properties ?? [])
    properties.set(key, { name, names: merged(properties.get(key)?.names ?? null, names) });
  return {
    properties: one.properties === null && other.properties === null ? null : properties,
    others: one.others === other.others ? one.others : "kept",
    items: merged(one.items, other.items),
  };
}

/** Converts the validation errors of an input to an error of the domain. */
export function invalidFrom(error: z.core.$ZodError): Invalid {
  const [first, ...others] = fieldErrorsOf(error);
  if (first === undefined) return Invalid.field("", msg("can't be accepted"));
  return Invalid.fields([first, ...others]);
}

/** The validation errors of an input as field errors, one for each path. */
function fieldErrorsOf(error: z.core.$ZodError): FieldError[] {
  const errors: FieldError[] = [];
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    if (errors.some((existing) => existing.path === path)) continue;
    errors.push({ path, text: messageOf(issue) });
  }
  return errors;
}

const EXPECTED: Record<string, Message> = {
  string: msg("must be text"),
  number: msg("must be a number"),
  int: msg("must be a whole number"),
  boolean: msg("must be true or false"),
  object: msg("must be a JSON object"),
  array: msg("must be a list"),
};

function messageOf(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return msg("is required");
      if (issue.input === null) return msg("must not be null");
      return EXPECTED[issue.expected] ?? msg("has the wrong type");
    case "too_small":
      if (issue.origin === "string") return msg("is required");
      return msg("must be at least {minimum}", {
        minimum: Number(issue.minimum),
      });
    case "too_big":
      // zod reports integers above 2^53-1 as too big.
      return msg("must be at most {maximum}", {
        maximum: Number(issue.maximum),
      });
    case "custom":
      return isMessage(issue.params?.["message"]) ? issue.params["message"] : msg("is not valid");
    default:
      return msg("is not valid");
  }
}
