import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag, id } from "../../http/endpoint/fields.ts";
import { findAppState } from "../../storage/app-state.ts";
import { pendingDevices, pendingUsers } from "./lists.ts";
import { allPending, confirmRestored } from "./restored.ts";
import { RestoreConfirmation } from "./shapes.ts";

/** Maximum number of ids in a request. */
const MAX_IDS = 100_000;

/** The pending users and devices after a restore, and their confirmation (docs/operate/restore.md). */
export function restoredRoutes({ storage, clock }: Dependencies): Endpoint[] {
  const { db } = storage;
  return [
    query(
      "GET",
      "/api/restore-confirmation",
      {
        permission: "administer",
        operationId: "getRestoreConfirmation",
        summary: "The users and devices that are pending confirmation after a restore",
        description:
          "Both lists are empty when nothing is pending. Users and devices of the own tenant only.",
        response: RestoreConfirmation,
      },
      (_, { tenantId }) => ({
        kind: "json",
        body: {
          restoredDT: findAppState(db, "restore")?.at ?? null,
          users: pendingUsers(db, tenantId),
          devices: pendingDevices(db, tenantId, clock.iso()),
        },
      }),
    ),
    command(
      "PUT",
      "/api/restore-confirmation",
      {
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
        status: 204,
        response: z.null(),
      },
      (tx, { body: { all = false, userIds, deviceTokenIds } }, { tenantId }) => {
        if (all) {
          if (userIds !== undefined) throw Invalid.field("userIds", NOT_WITH_ALL);
          if (deviceTokenIds !== undefined) throw Invalid.field("deviceTokenIds", NOT_WITH_ALL);
          confirmRestored(tx, tenantId, allPending(tx, tenantId, tx.now));
          return { kind: "empty" };
        }
        if (userIds === undefined) throw Invalid.field("userIds", REQUIRED);
        if (deviceTokenIds === undefined) throw Invalid.field("deviceTokenIds", REQUIRED);
        confirmRestored(tx, tenantId, { userIds, deviceTokenIds });
        return { kind: "empty" };
      },
    ),
  ];
}

const REQUIRED = msg("is required, or all: true");
const NOT_WITH_ALL = msg("must be absent when all is true");
