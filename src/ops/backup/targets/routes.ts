import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { backupErrorText } from "../../../domain/backup-targets.ts";
import type { Dependencies } from "../../../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../../../http/endpoint/endpoint.ts";
import { flag, integer, pathId, secret, text } from "../../../http/endpoint/fields.ts";
import { shownOf } from "../../../http/endpoint/response.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { Destination, type RepositoryAccess, recoveryText } from "../restic/destination.ts";
import {
  assertDestination,
  assertSheetFits,
  findRisk,
  type GivenSecrets,
  responding,
  secretsFor,
} from "./connect.ts";
import { DEFAULT_HOUR } from "./schedule.ts";
import { makePassphrase } from "./secrets.ts";
import {
  BackupPrograms,
  BackupRetention,
  BackupSchedule,
  BackupTarget,
  BackupTargetTest,
  TargetWithSheet,
} from "./shapes.ts";
import {
  addTarget,
  assertRoom,
  changeTarget,
  checkedSchedule,
  deleteTarget,
  getAccess,
  getTarget,
  type Target,
  type TargetFields,
} from "./targets.ts";
import type { TargetContext } from "./views.ts";

/** Path of the targets. */
const TARGETS = "/api/backup/targets";
/** Path of one target. */
export const ONE = `${TARGETS}/{id}` as const;

const MAX_SECRET = 500;

/** Options of all requests that change something. */
export const shared = { permission: "server", needsRecentLogin: true } as const;

const secretFields = {
  secretAccessKey: secret(MAX_SECRET).optional().describe("of S3"),
  password: secret(MAX_SECRET).optional().describe("of a REST server"),
};
const optionFields = {
  schedule: BackupSchedule.optional().describe("default: each day at 2"),
  retention: BackupRetention.nullable()
    .optional()
    .describe("default: 7 days, 5 weeks, 12 months; null: the target's own, nothing is removed"),
  uploadLimitKbps: integer(8, 10_000_000).nullable().optional().describe("kbit/s; null: no limit"),
  isActive: flag().optional(),
};

const DEFAULT_RETENTION: BackupRetention = { daily: 7, weekly: 5, monthly: 12 };

/** Targets of scheduled backups, and their changes. */
export function targetRoutes({ storage }: Pick<Dependencies, "storage">, context: TargetContext): Endpoint[] {
  const { keys, service } = context;
  return [
    query("GET", TARGETS, {
      operationId: "listBackupTargets",
      permission: "server",
      summary: "The targets of scheduled backups with their states, by name",
      response: z.array(BackupTarget),
      run: () => ({ kind: "json", body: context.views() }),
    }),
    query("GET", "/api/backup/programs", {
      operationId: "listMissingBackupPrograms",
      permission: "server",
      summary: "Which programs for scheduled backups are missing, to tell it before a target is entered",
      response: BackupPrograms,
      run: () => ({ kind: "json", body: { missing: [...service.missingPackages()] } }),
    }),
    query("GET", ONE, {
      operationId: "getBackupTarget",
      permission: "server",
      summary: "One target of scheduled backups",
      params: { id: pathId() },
      response: BackupTarget,
      run({ params }) {
        const body = context.viewOf(params.id);
        const version = { change: getTarget(storage.db, params.id).change, shown: shownOf(body) };
        return { kind: "json", body, version };
      },
    }),
    command("POST", TARGETS, {
      ...shared,
      operationId: "createBackupTarget",
      summary: "Adds a target of scheduled backups, and creates its restic repository",
      description:
        "The server makes the passphrase. Only this response holds the recovery sheet: print it, because without it nobody can open the backups when the server is lost. With `passphrase` a repository that exists already is used. The first backup begins at once. A folder must exist, belong neither to the system nor to this program, and be writable for the service (`scripts/allow-folder`); an address outside of the private networks must be allowed (`scripts/allow-address`). `Idempotency-Key` of at least 22 random characters encrypts the stored response; a shorter one is ignored, because it would not protect the passphrase. For SFTP ask `POST /api/backup/host-keys` first.",
      usesIdempotencyKey: "sealed",
      status: 201,
      body: {
        name: text(100),
        destination: Destination,
        ...secretFields,
        passphrase: secret(MAX_SECRET).optional().describe("of a repository that exists already"),
        ...optionFields,
      },
      response: TargetWithSheet,
      errors: {
        409: "there is a repository at this place, or there are 10 targets",
        502: "the target does not respond, or rejects the login",
      },
      async prepare({ body }) {
        const schedule = checkedSchedule(body.schedule ?? { every: "day", atHour: DEFAULT_HOUR });
        assertRoom(storage.db);
        await assertDestination(body.destination, storage.folder);
        const secrets = secretsFor(body.destination, body, {}, keys);
        const passphrase = body.passphrase ?? makePassphrase();
        const access = { destination: body.destination, secrets, passphrase };
        assertSheetFits(access);
        // Before the repository exists: after a failure its passphrase would be lost.
        const risk = await findRisk(body.destination, storage.folder);
        await responding(() => context.open(access, body.passphrase === undefined), body.destination.kind);
        return { access, schedule, risk };
      },
      run(tx, { body }, _, { prepared: { access, schedule, risk } }) {
        const {
          name,
          destination,
          retention = DEFAULT_RETENTION,
          uploadLimitKbps = null,
          isActive = true,
        } = body;
        const fields = { name, destination, schedule, retention, uploadLimitKbps, isActive };
        const { secrets, passphrase } = access;
        const oid = addTarget(tx, keys, fields, { secrets, passphrase }, risk);
        const recoverySheet = { text: recoveryText(access), passphrase };
        return {
          kind: "json",
          body: { target: context.viewOf(oid, tx), recoverySheet },
          location: `${TARGETS}/${oid}`,
        };
      },
    }),
    batch("DELETE", ONE, {
      ...shared,
      operationId: "deleteBackupTarget",
      summary: "Deletes a target with its history; the backups stay where they are",
      params: { id: pathId() },
      hasRecord: true,
      async run(input, principal) {
        const { params, address } = input;
        const target = getTarget(storage.db, params.id);
        input.assertMatch(target);
        const remove = (tx: Tx) => {
          const current = getTarget(tx, params.id);
          input.assertMatch(current);
          deleteTarget(tx, current);
        };
        await service.whileStopped(target.oid, () =>
          storage.write(null, remove, { by: principal, address, evenWhenLow: true }),
        );
      },
    }),
    batch("POST", `${ONE}/test`, {
      ...shared,
      operationId: "testBackupTarget",
      summary: "Opens the repository of a target",
      description: "Waits for the target, at most a minute.",
      params: { id: pathId() },
      response: BackupTargetTest,
      async run({ params, language }) {
        const failure = await context.test(getTarget(storage.db, params.id));
        const message = failure && textIn(backupErrorText(failure.kind), language);
        const [error, detail] = [failure?.kind ?? null, failure?.detail ?? null];
        return { kind: "json", body: { error, message, detail } };
      },
    }),
    batch("PUT", ONE, {
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
      async run(input, principal) {
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
    }),
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
  await assertDestination(destination, context.dataFolder);
  const saved = await responding(async () => getAccess(target, context.keys));
  // No stored secret is sent to another server.
  const kept = isSameServer(destination, target.destination) ? saved.secrets : {};
  const secrets = secretsFor(destination, change, kept, context.keys);
  const access = { destination, secrets, passphrase: saved.passphrase };
  assertSheetFits(access);
  await responding(() => context.open(access, false), destination.kind);
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
