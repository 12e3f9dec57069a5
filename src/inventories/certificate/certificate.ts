import { sql } from "kysely";
import { z } from "zod";
import { accuracyInterval, CONFIDENCES, type Confidence } from "../../domain/cycle-counts/record-accuracy.ts";
import { NO_CERTIFICATE_REASONS } from "../../domain/cycle-counts/value-certificate.ts";
import { WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { NamedReference } from "../../http/endpoint/references.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { accuracyOf } from "../accuracy.ts";
import type { InventoryRecord, OfInventory } from "../inventory.ts";
import { sampleOf } from "../selection.ts";
import { ValueSample, valueOfSample } from "./value-sample.ts";

const ofRecords = "null for a sample by value, which is no simple one";

/** What a random sample says about the records that it was drawn from. */
export const InventoryCertificate = namedObject("InventoryCertificate", {
  inventory: NamedReference,
  closedDT: z.iso.datetime(),
  population: z.int().describe("records from which the sample was drawn"),
  locations: z
    .array(NamedReference)
    .nullable()
    .describe("where these records were, each with all below it, as named then; null: everywhere"),
  sample: z.int(),
  seed: z.string(),
  draw: z
    .object({
      number: z.int().describe("from 1, among the samples that were drawn for the plan"),
      cancelled: z.int().describe("earlier ones whose stocktakes were cancelled"),
    })
    .nullable()
    .describe("which draw of its count plan it is; null: no plan has made the stocktake"),
  wrong: z.int().describe("wrong records in the sample; those that were not counted are among them"),
  notCounted: z.int(),
  confidence: z
    .union(CONFIDENCES.map((one) => z.literal(one)))
    .describe("of the record accuracy; that of the value is always 0.95"),
  estimate: z.number().nullable().describe(`share of right records in the sample, 0 to 1; ${ofRecords}`),
  lower: z.number().nullable().describe("lower bound of the record accuracy"),
  upper: z.number().nullable().describe("upper bound"),
  method: z.literal("hypergeometric Clopper-Pearson").nullable().describe("of the record accuracy"),
  noCertificate: z
    .enum(NO_CERTIFICATE_REASONS)
    .nullable()
    .describe("why the sample makes no certificate; null: it makes one"),
  value: ValueSample.nullable().describe("null: a sample of records"),
});
export type InventoryCertificate = z.output<typeof InventoryCertificate>;

/** Each due date has a seed of its own, so cancelling a stocktake leads to another sample. */
const drawOf = statement((p: OfInventory) =>
  sqlite
    .selectFrom("countPlanRun as r")
    .innerJoin("countPlanRun as d", (join) =>
      join
        .onRef("d.tenantId", "=", "r.tenantId")
        .onRef("d.planId", "=", "r.planId")
        .onRef("d.dueDate", "<=", "r.dueDate"),
    )
    .innerJoin("inventorySample as s", "s.inventoryId", "d.inventoryId")
    .innerJoin("inventory as v", "v.oid", "d.inventoryId")
    .where("r.tenantId", "=", p.tenantId)
    .where("r.inventoryId", "=", p.inventoryId)
    .where("r.outcome", "=", "made")
    .where("d.outcome", "=", "made")
    .groupBy("r.oid")
    .select([
      sql<number>`count(*)`.as("number"),
      sql<number>`count(*) FILTER (WHERE v.inventoryStateId = ${sql.lit(State.Cancelled)})`.as("cancelled"),
    ]),
);

/** What the random sample of a closed inventory says. Throws WrongState for others. */
export async function getCertificate(
  db: Db,
  { tenantId, oid: inventoryId, name, inventoryStateId }: InventoryRecord,
  confidence: Confidence,
): Promise<InventoryCertificate> {
  const drawn = sampleOf(db, { tenantId, inventoryId });
  const found = accuracyOf.first(db, { tenantId, inventoryId });
  if (inventoryStateId !== State.Closed || drawn === null || found === null)
    throw new WrongState(msg("Only the close of a stocktake of a random sample makes a certificate."));
  const { population, sample, seed, locations, byValue } = drawn;
  // A record that is not known to be right counts as wrong, so that the interval does not promise too much.
  const notCounted = found.notCounted + Math.max(0, sample - found.items);
  const wrong = found.wrongItems + notCounted;
  return {
    inventory: { oid: inventoryId, name },
    closedDT: found.closedDT,
    population,
    locations: locations === null ? null : [...locations],
    sample,
    seed,
    draw: drawOf.first(db, { tenantId, inventoryId }),
    wrong,
    notCounted,
    confidence,
    ...(byValue === null
      ? accuracyIn({ population, sample, wrong }, confidence)
      : { estimate: null, lower: null, upper: null, method: null }),
    ...(await valueOfSample(db, { tenantId, inventoryId }, drawn)),
  };
}

function accuracyIn(counted: Parameters<typeof accuracyInterval>[0], confidence: Confidence) {
  const { estimate, lower, upper } = accuracyInterval(counted, confidence);
  return { estimate, lower, upper, method: "hypergeometric Clopper-Pearson" as const };
}
