import { z } from "zod";
import { backupErrorText } from "../../../domain/backup-targets.ts";
import type { Dependencies } from "../../../http/dependencies.ts";
import { batch, command, type Endpoint, query } from "../../../http/endpoint/endpoint.ts";
import { pathId, secret, text } from "../../../http/endpoint/fields.ts";
import { shownOf } from "../../../http/endpoint/response.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { Destination } from "../restic/destination.ts";
import { recoveryText } from "../restic/recovery-text.ts";
import { checkDestination, checkSheet, responding, secretsFor } from "./connect.ts";
import { MAX_SECRET, ONE, optionFields, secretFields, shared, TARGETS } from "./fields.ts";
import { findRisk } from "./risk.ts";
import { DEFAULT_HOUR } from "./schedule.ts";
import { makePassphrase } from "./secrets.ts";
import type { BackupService } from "./service.ts";
import {
  BackupPrograms,
  type BackupRetention,
  BackupTarget,
  BackupTargetTest,
  TargetWithSheet,
} from "./shapes.ts";
import type { TargetContext } from "./target-context.ts";
import { addTarget, assertRoom, checkedSchedule, deleteTarget, getTarget } from "./targets.ts";
import { listTargetViews } from "./views.ts";

const DEFAULT_RETENTION: BackupRetention = { daily: 7, weekly: 5, monthly: 12 };

/** Targets of scheduled backups. */
export function targetRoutes(
  { storage }: Pick<Dependencies, "storage">,
  service: BackupService,
  context: TargetContext,
): Endpoint[] {
  const { keys } = context;
  return [
    query(
      "GET",
      TARGETS,
      {
        operationId: "listBackupTargets",
        permission: "server",
        summary: "The targets of scheduled backups with their states, by name",
        response: z.array(BackupTarget),
      },
      () => ({ kind: "json", body: listTargetViews(context) }),
    ),
    query(
      "GET",
      "/api/backup/programs",
      {
        operationId: "listMissingBackupPrograms",
        permission: "server",
        summary: "Which programs for scheduled backups are missing, to tell it before a target is entered",
        response: BackupPrograms,
      },
      () => ({ kind: "json", body: { missing: [...service.missingPackages()] } }),
    ),
    query(
      "GET",
      ONE,
      {
        operationId: "getBackupTarget",
        permission: "server",
        summary: "One target of scheduled backups",
        params: { id: pathId() },
        response: BackupTarget,
      },
      ({ params }) => {
        const body = context.viewOf(params.id);
        const version = { change: getTarget(storage.db, params.id).change, shown: shownOf(body) };
        return { kind: "json", body, version };
      },
    ),
    command(
      "POST",
      TARGETS,
      {
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
          await checkDestination(body.destination, storage.folder);
          const secrets = secretsFor(body.destination, body, {}, keys);
          const passphrase = body.passphrase ?? makePassphrase();
          const access = { destination: body.destination, secrets, passphrase };
          checkSheet(access);
          await responding(context.open(access, body.passphrase === undefined), body.destination.kind);
          const risk = await findRisk(body.destination, storage.folder);
          return { access, schedule, risk };
        },
      },
      (tx, { body }, _, { prepared: { access, schedule, risk } }) => {
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
    ),
    batch(
      "DELETE",
      ONE,
      {
        ...shared,
        operationId: "deleteBackupTarget",
        summary: "Deletes a target with its history; the backups stay where they are",
        params: { id: pathId() },
        status: 204,
        response: z.null(),
        hasRecord: true,
      },
      async (input, principal) => {
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
        return { kind: "empty" };
      },
    ),
    batch(
      "POST",
      `${ONE}/test`,
      {
        ...shared,
        operationId: "testBackupTarget",
        summary: "Opens the repository of a target",
        description: "Waits for the target, at most a minute.",
        params: { id: pathId() },
        response: BackupTargetTest,
      },
      async ({ params, language }) => {
        const failure = await context.test(getTarget(storage.db, params.id));
        const message = failure && textIn(backupErrorText(failure.kind), language);
        const [error, detail] = [failure?.kind ?? null, failure?.detail ?? null];
        return { kind: "json", body: { error, message, detail } };
      },
    ),
  ];
}
