import { z } from "zod";
import { KIND_NAMES, OUTCOMES, REASONS } from "../domain/security-event-kinds.ts";

export const SecurityEvent = z
  .object({
    oid: z.int(),
    at: z.iso.datetime(),
    lastAt: z.iso.datetime().describe("of the last one of `count`; else the same as `at`"),
    count: z.int().describe("how many events within a minute that are alike it stands for"),
    kind: z.enum(KIND_NAMES),
    outcome: z.enum(OUTCOMES),
    reason: z.enum(REASONS).nullable().describe("why it failed"),
    user: z
      .object({ id: z.int(), userName: z.string(), fullName: z.string() })
      .nullable()
      .describe(
        "who did it, or whose account was tried, with the names of that time; null: nobody known, or the server",
      ),
    device: z.object({ id: z.int(), name: z.string() }).nullable().describe("the paired device it came from"),
    target: z
      .object({ type: z.enum(["user", "device"]), id: z.int(), name: z.string().nullable() })
      .nullable()
      .describe("the user or device that something was done to"),
    address: z
      .string()
      .nullable()
      .describe("of the client, an IPv6 one as its /64; null: the server itself, or many"),
    details: z.record(z.string(), z.unknown()).nullable().describe("what more there is to the kind"),
  })
  .meta({ id: "SecurityEvent" });
export type SecurityEvent = z.output<typeof SecurityEvent>;
