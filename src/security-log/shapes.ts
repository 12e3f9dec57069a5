import { z } from "zod";
import { KIND_NAMES, OUTCOMES, REASONS } from "../domain/security-event-kinds.ts";

export const SecurityEvent = z
  .object({
    oid: z.int(),
    at: z.iso.datetime(),
    lastAt: z.iso.datetime().describe("time of the last of `count` events; otherwise the same as `at`"),
    count: z.int().describe("number of equal events within a minute"),
    kind: z.enum(KIND_NAMES),
    outcome: z.enum(OUTCOMES),
    reason: z.enum(REASONS).nullable().describe("reason of a failure"),
    user: z
      .object({ id: z.int(), userName: z.string(), fullName: z.string() })
      .nullable()
      .describe(
        "the acting user, or the account of a failed login, with the names of that time; null: unknown, or the server",
      ),
    device: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .describe("the paired device of the request"),
    target: z
      .object({ type: z.enum(["user", "device"]), id: z.int(), name: z.string().nullable() })
      .nullable()
      .describe("the affected user or device"),
    address: z
      .string()
      .nullable()
      .describe("address of the client, an IPv6 address as its /64; null: the server itself, or several"),
    details: z.record(z.string(), z.unknown()).nullable().describe("further details, by kind"),
  })
  .meta({ id: "SecurityEvent" });
export type SecurityEvent = z.output<typeof SecurityEvent>;
