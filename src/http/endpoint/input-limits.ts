import { z } from "zod";
import type { Permission } from "../../domain/roles.ts";
import { MAX_FILE_BYTES, MAX_JSON_BYTES, MAX_OPEN_JSON_BYTES } from "../../platform/limits.ts";
import type { Shape } from "./endpoint-options.ts";

/** Makes the schema at its first use, so that a start does not make those of all endpoints. `isStrict`: an unknown property is 400. */
export function lazyObject(shape: Shape | undefined, isStrict = false): () => z.ZodObject | null {
  let schema: z.ZodObject | null = null;
  return () => {
    if (shape !== undefined) schema ??= isStrict ? z.strictObject(shape) : z.object(shape);
    return schema;
  };
}

/** The most bytes of a body or file where an endpoint names none. */
export function defaultMaxBytes(permission: Permission | "anyone", file: string | undefined): number {
  return file !== undefined ? MAX_FILE_BYTES : permission === "anyone" ? MAX_OPEN_JSON_BYTES : MAX_JSON_BYTES;
}
