import { z } from "zod";
import { assertSetupCodeAndRefund } from "../../../access/setup/setup.ts";
import { type Endpoint, publicBatch } from "../../../http/endpoint/endpoint.ts";
import { flag, text } from "../../../http/endpoint/fields.ts";
import type { EndpointResponse } from "../../../http/endpoint/response.ts";
import type { Locale } from "../../../i18n/locales.ts";
import type { SecurityLogDependencies } from "../../../security-log/security-log.ts";
import { listSnapshots } from "../targets/connect.ts";
import { BackupSnapshot } from "../targets/shapes.ts";
import type { RestorePlans } from "./plans.ts";
import { openingSheet } from "./recovery-errors.ts";
import { recoveryAccess, recoverySource } from "./requested-source.ts";
import { passphraseField, RestorePlan, recoveryText, SetupRestoreSource } from "./shapes.ts";

const path = "/api/setup/restore";
/** Fits the text of a recovery sheet. */
const maxBytes = 16 * 1024;
const shared = { hasSetupCode: true } as const;
const errors = {
  401: "wrong set-up code",
  404: "the server is already set up, or no restore has begun",
  429: "too many wrong codes",
};

/** Endpoints of the restore on an empty server, behind the set-up code. */
export function setupRestoreRoutes(dependencies: SecurityLogDependencies, plans: RestorePlans): Endpoint[] {
  const { storage, config } = dependencies;
  const described = async (language: Locale): Promise<EndpointResponse<RestorePlan>> => ({
    kind: "json",
    body: await plans.describe(language),
    location: path,
  });
  return [
    publicBatch("POST", `${path}/snapshots`, {
      ...shared,
      maxBytes,
      operationId: "listRecoverySnapshots",
      summary: "On a server that is not set up: the backups that a recovery sheet opens, the newest first",
      description: "Asks the target, and waits a minute at most.",
      body: { recoveryText: recoveryText() },
      response: z.array(BackupSnapshot),
      errors: { ...errors, 502: "the target does not respond, or rejects the login" },
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        const access = recoveryAccess("recoveryText", input.body.recoveryText);
        const body = await openingSheet(access.destination, () => listSnapshots(storage.folder, access));
        return { kind: "json", body };
      },
    }),
    publicBatch("POST", path, {
      ...shared,
      maxBytes,
      operationId: "beginSetupRestore",
      summary: "On a server that is not set up: begins a restore",
      description:
        "As `POST /api/backup/restores`. `snapshot`: a backup that a recovery sheet opens; `upload`: a file of `/api/setup/restore/uploads`. For a copy on a disk of the machine there is the command `scripts/restore`.",
      status: 201,
      body: { source: SetupRestoreSource, ...passphraseField },
      response: RestorePlan,
      errors: { ...errors, 409: "a restore has begun already" },
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        const { source, passphrase } = input.body;
        plans.assertNoneOpen();
        await plans.begin(recoverySource(source, passphrase ?? null, { config, upload: plans.upload }), null);
        return described(input.language);
      },
    }),
    publicBatch("GET", path, {
      ...shared,
      operationId: "getSetupRestore",
      summary: "On a server that is not set up: the restore that has begun",
      response: RestorePlan,
      errors,
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        return described(input.language);
      },
    }),
    publicBatch("DELETE", path, {
      ...shared,
      operationId: "cancelSetupRestore",
      summary: "On a server that is not set up: cancels the restore and removes its files",
      errors: { ...errors, 409: "the restore is confirmed" },
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        await plans.cancel();
      },
    }),
    publicBatch("PUT", `${path}/confirm`, {
      ...shared,
      operationId: "confirmSetupRestore",
      summary: "On a server that is not set up: confirms the restore, and the server restarts with its data",
      description:
        "As `PUT /api/backup/restores/current/confirm`. The set-up code takes the place of the password. Afterwards an Admin of the backup logs in with the password and confirms users and devices.",
      body: {
        id: text().describe("of the restore that was shown"),
        withoutMissingPhotos: flag().optional(),
      },
      response: RestorePlan,
      errors: {
        ...errors,
        400: "the restore is not ready, or lacks photo files",
        409: "the restore is confirmed already, or another one has begun",
      },
      async run(input) {
        await assertSetupCodeAndRefund(dependencies, input);
        plans.confirm(input.body.id, input.body.withoutMissingPhotos ?? false, null);
        const response = await described(input.language);
        plans.restart();
        return response;
      },
    }),
  ];
}
