import { z } from "zod";
import type { Logins } from "../../../access/login/login.ts";
import { batch, type Endpoint, query } from "../../../http/endpoint/endpoint.ts";
import { flag, secret, text } from "../../../http/endpoint/fields.ts";
import type { EndpointResponse } from "../../../http/endpoint/response.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { actorOf } from "../../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../../security-log/security-log.ts";
import type { BackupKeys } from "../targets/secrets.ts";
import { CopyOnDisk, findCopies } from "./copies-on-disk.ts";
import type { RestorePlans } from "./plans.ts";
import { requestedSource } from "./requested-source.ts";
import { passphraseField, RestorePlan, RestoreSource } from "./shapes.ts";

const path = "/api/backup/restores";
const current = `${path}/current`;

/** Endpoints of the restore from the console. */
export function restoreRoutes(
  { config, storage, securityLog }: SecurityLogDependencies,
  plans: RestorePlans,
  logins: Logins,
  keys: BackupKeys,
): Endpoint[] {
  const described = async (language: Locale): Promise<EndpointResponse<RestorePlan>> => ({
    kind: "json",
    body: await plans.describe(language),
    location: current,
  });
  return [
    batch("POST", path, {
      operationId: "beginBackupRestore",
      permission: "server",
      needsRecentLogin: true,
      summary: "Begins a restore: reads a backup and checks it",
      description:
        "Nothing of the present data is touched. The copy is checked as a start checks it, and prepared beside the data, which takes minutes: `GET /api/backup/restores/current` has the progress, and later what the backup holds and what would be lost. One restore is open at a time; a failed one is replaced. It ends with the server's process, and 12 hours after the backup is read, unless it is confirmed. `snapshot`: a backup of a target (`GET /api/backup/targets/{id}/snapshots`). `folder`: a copied data folder, or a downloaded file, in one of the folders of the setting `Restore:Folders`, or a folder `before-…` in the data folder, which an earlier restore has set aside. `upload`: a file of `/api/backup/restores/uploads`.",
      body: { source: RestoreSource, ...passphraseField },
      status: 201,
      response: RestorePlan,
      errors: {
        404: "no such target",
        409: "a restore has begun already",
        502: "the folder does not respond",
      },
      async run({ body: { source, passphrase }, language }, { userName, fullName }) {
        plans.assertNoneOpen();
        const requested = await requestedSource(source, passphrase ?? null, {
          config,
          db: storage.db,
          keys,
          upload: plans.upload,
        });
        await plans.begin(requested, { userName, fullName });
        return described(language);
      },
    }),
    batch("GET", `${path}/copies`, {
      operationId: "listCopies",
      permission: "server",
      summary: "What looks like a copy on the disks of the server's machine, the newest first",
      description:
        "Folders and files in the folders of the setting `Restore:Folders`, three levels deep, and what earlier restores have set aside. By names only: a restore checks what is in them.",
      response: z.array(CopyOnDisk),
      run: async () => ({ kind: "json", body: await findCopies(config) }),
    }),
    query("GET", current, {
      operationId: "getBackupRestore",
      permission: "server",
      summary: "The restore that has begun: what the backup holds, and what would be lost",
      response: RestorePlan,
      errors: { 404: "no restore has begun" },
      run: ({ language }) => described(language),
    }),
    batch("DELETE", current, {
      operationId: "cancelBackupRestore",
      permission: "server",
      summary: "Cancels the restore and removes its files",
      errors: { 404: "no restore has begun", 409: "the restore is confirmed" },
      async run() {
        await plans.cancel();
      },
    }),
    batch("PUT", `${current}/confirm`, {
      operationId: "confirmBackupRestore",
      permission: "server",
      summary: "Confirms the restore: the server restarts with the restored data",
      description:
        "Needs the caller's password. The confirmation is on the disk before the response: from then on the next start exchanges the data, also after a power failure. The present data are set aside in a folder `before-…` of the data folder, which is removed after 30 days. All logins end, and an Admin confirms users and devices (`/api/restore-confirmation`). `isRestarting` false: somebody must start the server again.",
      body: {
        id: text().describe("of the restore that the Admin has seen"),
        password: secret(),
        withoutMissingPhotos: flag().optional().describe("restores a backup that lacks photo files"),
      },
      response: RestorePlan,
      errors: {
        400: "the restore is not ready, or lacks photo files",
        401: "no valid token; or, without `WWW-Authenticate`, a wrong password",
        404: "no restore has begun",
        409: "the restore is confirmed already, or another one has begun",
        429: "too many wrong passwords; see Retry-After",
      },
      async run(input, principal) {
        const { body, address, language } = input;
        const withoutPhotos = body.withoutMissingPhotos ?? false;
        plans.assertConfirmable(body.id, withoutPhotos);
        const { userName, deviceTokenId } = principal;
        await logins.byPassword(userName, body.password, input, deviceTokenId);
        // Written to the present data, which are set aside. The restored data record the restore themselves.
        securityLog.record({ kind: "restoreRequested", ...actorOf(principal, address) });
        await securityLog.flush();
        plans.confirm(body.id, withoutPhotos, userName);
        const response = await described(language);
        plans.restart();
        return response;
      },
    }),
  ];
}
