import { z } from "zod";

/** The schema of an object, with its name in the OpenAPI description. */
export function namedObject<T extends z.core.$ZodShape>(id: string, shape: T) {
  return z.object(shape).meta({ id });
}
