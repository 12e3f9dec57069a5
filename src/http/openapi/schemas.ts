import { z } from "zod";

/** A part of the description, as JSON. */
export type Json = { [key: string]: unknown };

/** Collects the schemas under `components`, by name. */
export class Schemas {
  readonly components: Json = {};

  /**
   * Converts a schema and adds its named parts to `components`. An object without an id of its own gets `name`, if not null.
   * Throws when two schemas have the same name.
   */
  of(schema: z.ZodType, io: "input" | "output", name: string | null = null): Json {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    for (const [id, part] of Object.entries($defs)) this.add(id, toOpenApi(part));
    const converted = toOpenApi(own);
    if (name === null || converted["type"] !== "object" || "id" in converted) return converted;
    return this.add(name, converted);
  }

  /** Adds a component and returns the reference to it. */
  add(name: string, schema: Json): Json {
    const existing = this.components[name];
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}: give one of them another id`);
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Converts zod's JSON Schema to OpenAPI: references to components, and 64-bit integers without zod's bounds. */
function toOpenApi(schema: object): Json {
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
