import { z } from "zod";
import { DEVICE_KINDS } from "../../domain/principal.ts";
import { ROLES } from "../../domain/roles.ts";

const person = { id: z.int(), fullName: z.string() };

const PendingUser = z
  .object({ ...person, userName: z.string(), roles: z.array(z.enum(ROLES)) })
  .meta({ id: "PendingUser" });

const PendingDevice = z
  .object({
    deviceTokenId: z.int(),
    deviceName: z.string(),
    kind: z.enum(DEVICE_KINDS),
    createdDT: z.iso.datetime(),
    lastUsedDT: z.iso.datetime().nullable(),
    user: z.object(person).describe("the owner; for a shared terminal, the user who paired it"),
  })
  .meta({ id: "PendingDevice" });

export const RestoreConfirmation = z
  .object({
    restoredDT: z.iso.datetime().nullable().describe("time of the restore; null: never restored"),
    users: z.array(PendingUser),
    devices: z.array(PendingDevice),
  })
  .meta({ id: "RestoreConfirmation" });

/** The users and devices that are pending after a restore. */
export type RestoreConfirmation = z.output<typeof RestoreConfirmation>;
/** A user that an Admin has not confirmed since the restore. */
export type PendingUser = RestoreConfirmation["users"][number];
/** A device that an Admin has not confirmed since the restore. */
export type PendingDevice = RestoreConfirmation["devices"][number];
