import { z } from "zod";
import { COMMITTEE_ROLES, METHODS, PURPOSES } from "../../domain/stocktakes/frame.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";

const person = {
  userId: z.int().nullable().describe("null: not a user of tallybox"),
  name: z.string().describe("as it was when the person was named"),
};

/** The persons of a stocktake, as they are stored. */
export const CommitteeMembers = z.array(
  z.object({
    role: z.enum(COMMITTEE_ROLES).describe("`responsible`: for the assets; each signs the inventory list"),
    ...person,
  }),
);

/** The persons of a handover, as they are stored. */
export const StoredHandover = z.object({ from: z.object(person), to: z.object(person) });

/** The frame of a stocktake. */
export const InventoryFrame = namedObject("InventoryFrame", {
  purpose: z.enum(PURPOSES).nullable(),
  decisiveDay: z.iso.date().nullable().describe("the quantities are those of the end of this day"),
  countBegunDT: z.iso
    .datetime()
    .nullable()
    .describe("beginning of the count as typed; null: that of the stocktake"),
  countEndedDT: z.iso
    .datetime()
    .nullable()
    .describe("end of the count as typed; null: that of the stocktake"),
  method: z.enum(METHODS).nullable(),
  committee: CommitteeMembers,
  handover: StoredHandover.nullable().describe(
    "who hands the assets over, and who takes them over; null: another purpose, or not named",
  ),
  warnings: z
    .array(z.string())
    .describe(
      "what the windows of the company's accounting law, and the decisive day, warn of, as sentences; empty: nothing",
    ),
});
export type InventoryFrame = z.output<typeof InventoryFrame>;
