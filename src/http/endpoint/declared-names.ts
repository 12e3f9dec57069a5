import { z } from "zod";

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
