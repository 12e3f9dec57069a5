import { z } from "zod";
import { RESULTS } from "../../domain/results.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { CodedReference, DeviceReference, UserReference } from "../../http/endpoint/references.ts";

const figures = { total: z.int(), counted: z.int(), found: z.int(), missing: z.int(), unexpected: z.int() };

export const Progress = namedObject("InventoryProgress", figures);
export type Progress = z.output<typeof Progress>;

export const ProgressHistory = namedObject("InventoryProgressHistory", {
  from: z.iso
    .datetime()
    .nullable()
    .describe("time of the first start, or of the first count if no start is recorded; null: neither"),
  to: z.iso.datetime().nullable().describe("time of the last count, pause or finish"),
  bucketSeconds: z.int().describe("seconds between two points; the last point is at `to`"),
  points: z.array(
    z.object({ at: z.iso.datetime(), counted: z.int().describe("items counted by this time") }),
  ),
});
export type ProgressHistory = z.output<typeof ProgressHistory>;

const moreFigures = {
  foundElsewhere: z.int().describe("part of `found`: items found at another location than expected"),
  notCounted: z.int().describe("`total` minus `counted`"),
};

export const DetailedProgress = namedObject("InventoryProgressDetails", {
  ...figures,
  ...moreFigures,
  results: z
    .object(
      Object.fromEntries(RESULTS.map((result) => [result, z.int()])) as Record<
        (typeof RESULTS)[number],
        z.ZodInt
      >,
    )
    .optional()
    .describe(
      "number of items with each result; all except `unexpected` add up to `total`. Omitted for role User until a blind inventory is closed",
    ),
  toRecount: z.int(),
  moved: z.int().describe("items whose stock has moved, without a decision"),
  unknown: z.int().describe("unknown codes that were scanned, without those that were taken back"),
  late: z.int().describe("counts that arrived after the finish and are not applied"),
  locations: z.array(
    z.object({
      location: CodedReference,
      ...figures,
      ...moreFigures,
    }),
  ),
  users: z.array(z.object({ user: UserReference, counted: z.int() })),
  terminals: z.array(
    z.object({
      device: DeviceReference.nullable(),
      user: UserReference,
      pending: z
        .int()
        .describe(
          "counts on the terminal that are not sent, rejected, or not answered by its user, by its last report",
        ),
      at: z.iso.datetime().describe("time of that report"),
    }),
  ),
});
export type DetailedProgress = z.output<typeof DetailedProgress>;
