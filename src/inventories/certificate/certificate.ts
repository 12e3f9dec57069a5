import { z } from "zod";
import { accuracyInterval, CONFIDENCES, type Confidence } from "../../domain/cycle-counts/record-accuracy.ts";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { NamedReference } from "../../http/endpoint/references.ts";
import type { Db } from "../../storage/database/statement.ts";
import { accuracyOf } from "../accuracy.ts";
import type { InventoryRecord } from "../inventory.ts";
import { sampleOf } from "../selection.ts";

/** What a random sample says about the accuracy of the records that it was drawn from. */
export const InventoryCertificate = z
  .object({
    inventory: NamedReference,
    closedDT: z.iso.datetime(),
    population: z.int().describe("records from which the sample was drawn"),
    locations: z
      .array(NamedReference)
      .nullable()
      .describe("where these records were, each with all below it, as named then; null: everywhere"),
    sample: z.int(),
    seed: z.string(),
    wrong: z.int().describe("wrong records in the sample; those that were not counted are among them"),
    notCounted: z.int(),
    confidence: z.union(CONFIDENCES.map((one) => z.literal(one))),
    estimate: z.number().describe("share of right records in the sample, 0 to 1"),
    lower: z.number().describe("lower bound of the record accuracy"),
    upper: z.number().describe("upper bound"),
    method: z.literal("hypergeometric Clopper-Pearson"),
  })
  .meta({ id: "InventoryCertificate" });
export type InventoryCertificate = z.output<typeof InventoryCertificate>;

/** The certificate of a closed inventory that counted a random sample. Throws WrongState for others. */
export function getCertificate(
  db: Db,
  { tenantId, oid: inventoryId, name }: InventoryRecord,
  confidence: Confidence,
): InventoryCertificate {
  const drawn = sampleOf(db, { tenantId, inventoryId });
  const found = accuracyOf.first(db, { tenantId, inventoryId });
  if (drawn === null || found === null)
    throw new WrongState(msg("Only the close of a stocktake of a random sample makes a certificate."));
  const { population, sample, seed, locations } = drawn;
  // A record that is not known to be right counts as wrong, so that the interval does not promise too much.
  const notCounted = found.notCounted + Math.max(0, sample - found.items);
  const wrong = found.wrongItems + notCounted;
  const { estimate, lower, upper } = accuracyInterval({ population, sample, wrong }, confidence);
  return {
    inventory: { oid: inventoryId, name },
    closedDT: found.closedDT,
    population,
    locations: locations === null ? null : [...locations],
    sample,
    seed,
    wrong,
    notCounted,
    confidence,
    estimate,
    lower,
    upper,
    method: "hypergeometric Clopper-Pearson",
  };
}
