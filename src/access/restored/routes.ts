import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { DEVICE_KINDS } from "../../domain/principal.ts";
import { ROLES } from "../../domain/roles.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag, id } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { findAppState } from "../../storage/app-state.ts";
import { allPending, confirmRestored, pendingDevices, pendingUsers } from "./restored.ts";

/** Maximum number of ids in a request. */
const MAX_IDS = 100_000;

/** The pending users and devices after a restore, and their confirmation (docs/operate/restore.md). */
export function restoredRoutes({ storage, clock }: Dependencies): Endpoint[] {
  const { db } = storage;
  return [
    query("GET", "/api/restore-confirmation", {
      permission: "administer",
      operationId: "getRestoreConfirmation",
      summary: "The users and devices that are pending confirmation after a restore",
      description: "Both lists are empty when nothing is pending. Users and devices of the own tenant only.",
      response: RestoreConfirmation,
      run: (_, { tenantId }) => ({
        kind: "json",
        body: {
          restoredDT: findAppState(db, "restore")?.at ?? null,
          users: pendingUsers(db, tenantId),
          devices: pendingDevices(db, tenantId, clock.iso()),
        },
      }),
    }),
    command("PUT", "/api/restore-confirmation", {
      permission: "administer",
      needsRecentLogin: true,
      operationId: "confirmRestore",
      summary: "Confirms users and devices after a restore; deactivates or revokes the others",
      description: "Send either `all`, or both lists of ids to confirm. Afterwards nothing is pending.",
      body: {
        all: flag().optional(),
        userIds: z.array(id()).max(MAX_IDS).optional(),
        deviceTokenIds: z.array(id()).max(MAX_IDS).optional(),
      },
      run(tx, { body: { all = false, userIds, deviceTokenIds } }, { tenantId }) {
        if (all) {
          if (userIds !== undefined) throw Invalid.field("userIds", NOT_WITH_ALL);
          if (deviceTokenIds !== undefined) throw Invalid.field("deviceTokenIds", NOT_WITH_ALL);
          return confirmRestored(tx, tenantId, allPending(tx, tenantId, tx.now));
        }
        if (userIds === undefined) throw Invalid.field("userIds", REQUIRED);
        if (deviceTokenIds === undefined) throw Invalid.field("deviceTokenIds", REQUIRED);
        confirmRestored(tx, tenantId, { userIds, deviceTokenIds });
      },
    }),
  ];
}

const REQUIRED = msg("is required, or all: true");
const NOT_WITH_ALL = msg("must be absent when all is true");

const person = { id: z.int(), fullName: z.string() };

const PendingUser = namedObject("PendingUser", {
  ...person,
  userName: z.string(),
  roles: z.array(z.enum(ROLES)),
});

const PendingDevice = namedObject("PendingDevice", {
  deviceTokenId: z.int(),
  deviceName: z.string(),
  kind: z.enum(DEVICE_KINDS),
  createdDT: z.iso.datetime(),
  lastUsedDT: z.iso.datetime().nullable(),
  user: z.object(person).describe("the owner; for a shared terminal, the user who paired it"),
});

const RestoreConfirmation = namedObject("RestoreConfirmation", {
  restoredDT: z.iso.datetime().nullable().describe("time of the restore; null: never restored"),
  users: z.array(PendingUser),
  devices: z.array(PendingDevice),
});

/** The users and devices that are pending after a restore. */
type RestoreConfirmation = z.output<typeof RestoreConfirmation>;
/** A user that an Admin has not confirmed since the restore. */
export type PendingUser = RestoreConfirmation["users"][number];
/** A device that an Admin has not confirmed since the restore. */
export type PendingDevice = RestoreConfirmation["devices"][number];
