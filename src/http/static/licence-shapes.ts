import { z } from "zod";

/** A third-party package in the release (scripts/shipped-packages.ts). */
export const ShippedPackage = z
  .object({
    name: z.string(),
    version: z.string(),
    licence: z
      .string()
      .nullable()
      .describe("as the package states it, mostly an SPDX identifier; null: not stated"),
    text: z.string().nullable().describe("null: the package contains no licence text"),
  })
  .meta({ id: "ShippedPackage" });
export type ShippedPackage = z.output<typeof ShippedPackage>;
