import { isDeepStrictEqual } from "node:util";
import type { Dependencies } from "../../../http/dependencies.ts";
import { batch, type Endpoint } from "../../../http/endpoint/endpoint.ts";
import { pathId, text } from "../../../http/endpoint/fields.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { Destination, type RepositoryAccess } from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";
import { recoveryText } from "../restic/recovery-text.ts";
import { checkDestination, checkSheet, type GivenSecrets, responding, secretsFor } from "./connect.ts";
import { ONE, optionFields, secretFields, shared } from "./fields.ts";
import { findRisk } from "./risk.ts";
import type { BackupService } from "./service.ts";
import { TargetWithSheet } from "./shapes.ts";
import type { TargetContext } from "./target-context.ts";
import {
  accessTo,
  changeTarget,
  checkedSchedule,
  getTarget,
  type Target,
  type TargetFields,
} from "./targets.ts";

/** Changes of targets. */
export function targetChangeRoutes(
  { storage }: Pick<Dependencies, "storage">,
  service: BackupService,
  context: TargetContext,
): Endpoint[] {
  const { keys } = context;
  return [
    batch(
      "PUT",
      ONE,
      {
        ...shared,
        operationId: "updateBackupTarget",
        summary: "Changes, pauses or resumes a target; absent properties keep their values",
        description:
          "A new destination must hold the same repository. The response has a new recovery sheet where the destination or its secrets have changed: the earlier one no longer opens it. A resumed target gets a backup at once.",
        params: { id: pathId() },
        body: {
          name: text(100).optional(),
          destination: Destination.optional(),
          ...secretFields,
          ...optionFields,
        },
        response: TargetWithSheet,
        hasRecord: true,
        errors: { 502: "the target does not respond, or rejects the login" },
      },
      async (input, principal) => {
        const { params, body, address } = input;
        const target = getTarget(storage.db, params.id);
        // Before the repository is opened, which may take a minute.
        input.assertMatch(target);
        const isMoved =
          body.destination !== undefined || body.secretAccessKey !== undefined || body.password !== undefined;
        const access = isMoved ? await movedAccess(context, target, body) : null;
        const moved = access && {
          secrets: access,
          risk: await findRisk(access.destination, context.dataFolder),
        };
        const save = (tx: Tx) => {
          const current = getTarget(tx, params.id);
          input.assertMatch(current);
          changeTarget(tx, keys, current, merged(current, body), moved);
        };
        await service.whileStopped(target.oid, () => storage.write(null, save, { by: principal, address }));
        const recoverySheet = access && { text: recoveryText(access), passphrase: access.passphrase };
        const version = { change: getTarget(storage.db, params.id).change };
        return { kind: "json", body: { target: context.viewOf(params.id), recoverySheet }, version };
      },
    ),
  ];
}

/** New values; an absent one does not change. */
type Change = { readonly [K in keyof TargetFields]?: TargetFields[K] | undefined };

function merged(target: Target, change: Change): TargetFields {
  const { name = target.name, destination = target.destination, isActive = target.pause === null } = change;
  const { schedule = target.schedule, retention = target.retention } = change;
  const { uploadLimitKbps = target.uploadLimitKbps } = change;
  return { name, destination, schedule: checkedSchedule(schedule), retention, uploadLimitKbps, isActive };
}

/** The access to a repository that a change names, after it was opened. */
async function movedAccess(
  context: TargetContext,
  target: Target,
  change: GivenSecrets & { readonly destination?: Destination | undefined },
): Promise<RepositoryAccess> {
  const destination = change.destination ?? target.destination;
  await checkDestination(destination, context.dataFolder);
  const saved = accessTo(target, context.keys);
  if (saved === null) return responding(Promise.reject(new RepositoryError("secret", "")));
  // No stored secret is sent to another server.
  const kept = isSameServer(destination, target.destination) ? saved.secrets : {};
  const secrets = secretsFor(destination, change, kept, context.keys);
  const access = { destination, secrets, passphrase: saved.passphrase };
  checkSheet(access);
  await responding(context.open(access, false), destination.kind);
  return access;
}

function isSameServer(one: Destination, other: Destination): boolean {
  // Another authority may vouch for another server.
  if (one.kind === "s3" && other.kind === "s3")
    return isDeepStrictEqual(
      [one.endpoint, one.accessKeyId, one.caCertificate],
      [other.endpoint, other.accessKeyId, other.caCertificate],
    );
  if (one.kind === "rest" && other.kind === "rest") return isDeepStrictEqual(one, other);
  // SSH does not send its key.
  return one.kind === "sftp" && other.kind === "sftp";
}
