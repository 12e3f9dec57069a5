import { z } from "zod";

/** A package of others that ships with the box (scripts/shipped-packages.ts). */
export const ShippedPackage = z
  .object({
    name: z.string(),
    version: z.string(),
    licence: z.string().nullable().describe("as the package names it, by SPDX mostly; null: it names none"),
    text: z.string().nullable().describe("null: the package brings none"),
  })
  .meta({ id: "ShippedPackage" });
export type ShippedPackage = z.output<typeof ShippedPackage>;
