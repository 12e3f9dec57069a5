import { z } from "zod";
import { ADDENDUM_KINDS, CONFIRMATIONS } from "../../domain/stocktakes/addendum.ts";
import { SIGNER_ROLES } from "../../domain/stocktakes/frame.ts";

/** The content of an addendum's file without its seal. The file has the members in this order. */
export const AddendumContent = z.object({
  format: z.literal("tallybox addendum 1"),
  inventory: z.object({ oid: z.int(), name: z.string() }),
  number: z.int().describe("from 1, without gaps"),
  record: z.string().describe("the SHA-256 of the record as JSON"),
  previous: z.string().nullable().describe("the SHA-256 of the addendum before it; null: it is the first"),
  addedDT: z.iso.datetime(),
  addedBy: z.object({ id: z.int(), fullName: z.string() }),
  device: z.object({ id: z.int(), name: z.string() }).nullable().describe("null: no paired device"),
  client: z
    .object({
      address: z.string().describe("of the client; an IPv6 address as its /64"),
      browser: z
        .string()
        .nullable()
        .describe("browser and operating system that the client claimed; null: no known browser"),
    })
    .nullable()
    .optional()
    .describe("from where it was added without a paired device; null: with one. Absent in old files"),
  kind: z.enum(ADDENDUM_KINDS),
  person: z
    .object({
      position: z
        .int()
        .describe(
          "that of the person's first role, from 0: the roles of the committee, of the persons of a handover, then of others who are responsible for the assets",
        ),
      role: z.enum(SIGNER_ROLES),
      otherRoles: z
        .array(z.enum(SIGNER_ROLES))
        .optional()
        .describe("further roles of the person. Absent in old files, where a person signs for each role"),
      userId: z.int().nullable(),
      name: z.string(),
    })
    .nullable()
    .describe("who has signed"),
  confirmed: z
    .enum(CONFIRMATIONS)
    .nullable()
    .optional()
    .describe(
      "how the signature was shown to be that of the person: `login`, the person's own (`addedBy`); `pin` or `password`, the person's own, entered at the login of `addedBy`. null: not at all, or no signature. Absent in old files",
    ),
  strokes: z
    .string()
    .nullable()
    .describe("the signature: strokes as an SVG path of lines in a field of 600 by 200"),
  text: z.string().nullable().describe("of a correction"),
});
export type AddendumContent = z.output<typeof AddendumContent>;

/** What the file of an addendum says; null: it is none. */
export function readAddendum(file: string): AddendumContent | null {
  return AddendumContent.safeParse(JSON.parse(file)).data ?? null;
}
