import type { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { invalidFrom } from "./validation-errors.ts";

/**
 * Checks `given` with the schema, its property names matched without regard to case; unknown properties drop out here.
 * Throws Invalid with all faults.
 */
export function parse(schema: z.ZodObject, given: unknown): Record<string, unknown> {
  const result = schema.safeParse(withOwnNames(schema, given), { reportInput: true });
  if (!result.success) throw invalidFrom(result.error);
  return result.data;
}

/** The query's names and values; a name given twice is refused. */
export function parseQuery(schema: z.ZodObject, search: string): Record<string, unknown> {
  const given: [string, string][] = [];
  for (const part of search === "" ? [] : search.split("&")) {
    const equals = part.indexOf("=");
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    given.push([name, equals < 0 ? "" : decode(part.slice(equals + 1))]);
  }
  return parse(schema, new Pairs(given));
}

/** Name and value pairs in which a name may come twice. */
class Pairs {
  readonly pairs: readonly [string, unknown][];
  constructor(pairs: readonly [string, unknown][]) {
    this.pairs = pairs;
  }
}

const namesOf = new WeakMap<z.ZodObject, Map<string, string>>();

function withOwnNames(schema: z.ZodObject, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  let names = namesOf.get(schema);
  if (!names) {
    names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
    namesOf.set(schema, names);
  }
  const own: Record<string, unknown> = {};
  for (const [key, value] of given instanceof Pairs ? given.pairs : Object.entries(given)) {
    const name = names.get(key.toLowerCase());
    if (name === undefined) continue;
    if (Object.hasOwn(own, name)) throw Invalid.field(name, msg("is given twice", "je uvedeno dvakrát"));
    own[name] = value;
  }
  return own;
}

function decode(part: string): string {
  if (!part.includes("%") && !part.includes("+")) return part;
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw Invalid.field("", msg("The query is not well-formed.", "Dotaz v adrese není správně zapsán."));
  }
}

/** `oid` in the body of a PUT may be left out; when it is there it must be the path's. Throws Invalid. */
export function assertSameId(given: number | undefined, own: number): void {
  if (given === undefined || given === own) return;
  throw Invalid.field("oid", msg("must equal the id in the address", "se musí shodovat s id v adrese"));
}
