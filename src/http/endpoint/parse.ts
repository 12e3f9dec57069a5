import type { z } from "zod";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { type DeclaredNames, namesOf } from "./declared-names.ts";
import { fieldErrorsOf, invalidFrom } from "./validation-errors.ts";

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
