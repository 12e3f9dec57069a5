import { z } from "zod";
import { WrongState } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { Dependencies } from "../../../http/dependencies.ts";
import { batch, type Endpoint, query } from "../../../http/endpoint/endpoint.ts";
import { integer, pathId } from "../../../http/endpoint/fields.ts";
import { publicKeyLine, readHostKey } from "../restic/connection.ts";
import { host } from "../restic/destination.ts";
import { listSnapshots, responding } from "./connect.ts";
import { ONE, shared } from "./routes.ts";
import { BackupHostKey, BackupRun, BackupSnapshot, BackupTarget } from "./shapes.ts";
import * as store from "./store.ts";
import { getAccess, getTarget } from "./targets.ts";
import type { TargetContext } from "./views.ts";

const MAX_RUNS = 200;

/** Backups and proofs on request, the history of a target, and the keys of SSH servers. */
export function targetRunRoutes(
  { storage }: Pick<Dependencies, "storage">,
  context: TargetContext,
): Endpoint[] {
  const request = (id: number, kind: "backup" | "proof") => {
    const target = getTarget(storage.db, id);
    if (kind === "proof" && store.lastSuccess.first(storage.db, { targetId: id }) === null)
      throw new WrongState(msg("There is no backup at this target yet."));
    context.service.request(target.oid, kind);
    return { kind: "json" as const, body: context.viewOf(id) };
  };

  return [
    query("GET", `${ONE}/runs`, {
      operationId: "listBackupRuns",
      permission: "server",
      summary: "The last 200 backups of a target, the newest first",
      params: { id: pathId() },
      response: z.array(BackupRun),
      run({ params }) {
        const { oid: targetId } = getTarget(storage.db, params.id);
        return { kind: "json", body: store.runsOf.all(storage.db, { targetId, limit: MAX_RUNS }) };
      },
    }),
    batch("POST", `${ONE}/runs`, {
      operationId: "runBackup",
      permission: "server",
      summary: "Starts a backup, also to a target that is paused",
      description:
        "It begins as soon as no other backup or proof of the target runs, and fewer than two in all. `GET /api/backup/targets` shows its progress and its result.",
      params: { id: pathId() },
      status: 201,
      response: BackupTarget,
      run: ({ params }) => request(params.id, "backup"),
    }),
    batch("POST", `${ONE}/proofs`, {
      operationId: "runBackupProof",
      permission: "server",
      summary: "Starts a proof: the newest backup is restored into a scratch folder and checked",
      description:
        "It begins as soon as no other proof runs, no backup of the target, and fewer than two backups in all, at the lowest priority. It needs as much free space as the backup has bytes, and four times its database.",
      params: { id: pathId() },
      status: 201,
      response: BackupTarget,
      errors: { 400: "there is no backup yet" },
      run: ({ params }) => request(params.id, "proof"),
    }),
    batch("GET", `${ONE}/snapshots`, {
      operationId: "listBackupSnapshots",
      permission: "server",
      summary: "The backups in the repository of a target, the newest first",
      description: "Asks the target, and waits a minute at most.",
      params: { id: pathId() },
      response: z.array(BackupSnapshot),
      errors: { 502: "the target does not respond, or rejects the login" },
      async run({ params }) {
        const target = getTarget(storage.db, params.id);
        const body = await responding(async () =>
          listSnapshots(context.dataFolder, getAccess(target, context.keys)),
        );
        return { kind: "json", body };
      },
    }),
    batch("POST", "/api/backup/host-keys", {
      ...shared,
      operationId: "readBackupHostKey",
      summary: "Asks an SSH server for its key, which an Admin confirms, and shows this server's own",
      description:
        "Compare the fingerprint with what the SSH server itself shows (`ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub`), and add `publicKey` to `authorized_keys` of the user there.",
      body: { host: host(), port: integer(1, 65_535) },
      response: BackupHostKey,
      errors: { 502: "the SSH server does not respond" },
      async run({ body }) {
        const { hostKey, fingerprint } = await responding(() => readHostKey(body.host, body.port));
        const publicKey = publicKeyLine(context.keys.sshSeed(body.host, body.port));
        return { kind: "json", body: { hostKey, fingerprint, publicKey } };
      },
    }),
  ];
}
