import { z } from "zod";
import { COMMITTEE_ROLES, METHODS, PURPOSES } from "../../domain/stocktakes/frame.ts";
import { dayOrNull, id, moment, oneOf, textOrNull } from "../../http/endpoint/fields.ts";
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

const MAX_PERSONS = 30;
const givenPerson = () => ({ userId: id().nullable().optional(), name: textOrNull().optional() });

/** A frame as a client sends it. A user's name is that of the user. Times that are absent stay. */
export const GIVEN_FRAME = {
  purpose: oneOf(PURPOSES),
  decisiveDay: dayOrNull(),
  countBegunDT: moment().nullable().optional(),
  countEndedDT: moment().nullable().optional(),
  method: oneOf(METHODS),
  committee: z.array(z.object({ role: oneOf(COMMITTEE_ROLES), ...givenPerson() })).max(MAX_PERSONS),
  handover: z
    .object({
      from: z.object(givenPerson()).nullable().optional(),
      to: z.object(givenPerson()).nullable().optional(),
    })
    .nullable()
    .optional(),
};
export type GivenFrame = z.output<z.ZodObject<typeof GIVEN_FRAME>>;
