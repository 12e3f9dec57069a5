import type { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { invalidFrom } from "./validation-errors.ts";

/** Validates a value. Property names ignore case; unknown properties are removed. Throws Invalid with all field errors. */
export function parse(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  const result = schema.safeParse(withDeclaredNames(schema, value), { reportInput: true });
  if (!result.success) throw invalidFrom(result.error);
  return result.data;
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

const declaredNames = new WeakMap<z.ZodObject, Map<string, string>>();

/** Replaces property names by the declared spelling. */
function withDeclaredNames(schema: z.ZodObject, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  let names = declaredNames.get(schema);
  if (!names) {
    names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
    declaredNames.set(schema, names);
  }
  const result: Record<string, unknown> = {};
  for (const [key, property] of value instanceof Pairs ? value.pairs : Object.entries(value)) {
    const name = names.get(key.toLowerCase());
    if (name === undefined) continue;
    if (Object.hasOwn(result, name)) throw Invalid.field(name, msg("is given twice"));
    result[name] = property;
  }
  return result;
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
