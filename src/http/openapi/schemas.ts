import { z } from "zod";

/** A part of the description, as JSON. */
export type Json = { [key: string]: unknown };

/** The schemas under `components`, by name, while the description is made. */
export class Schemas {
  readonly components: Json = {};

  /**
   * A schema with its named parts under `components`. An object without a name of its own gets `name`, where one is given.
   * Throws when one name stands for two schemas.
   */
  of(schema: z.ZodType, io: "input" | "output", name: string | null = null): Json {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    for (const [id, part] of Object.entries($defs)) this.add(id, inApiTerms(part));
    const found = inApiTerms(own);
    if (name === null || found["type"] !== "object" || "id" in found) return found;
    return this.add(name, found);
  }

  /** Adds a component; gives the reference to it. */
  add(name: string, schema: Json): Json {
    const before = this.components[name];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}: give one of them another id`);
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** JSON Schema as zod writes it, in OpenAPI's terms: references to components, and 64-bit integers without zod's bounds. */
function inApiTerms(schema: object): Json {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string")
      return value.replace("#/$defs/", "#/components/schemas/");
    return isObject(value) && value["type"] === "integer" ? integer(value) : value;
  });
}

function integer({ minimum, maximum, ...rest }: Json): Json {
  return {
    ...rest,
    format: "int64",
    ...(minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
