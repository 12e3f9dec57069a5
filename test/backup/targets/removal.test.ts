import { expect, test, vi } from "vitest";
import { RepositoryError } from "../../../src/ops/backup/restic/failures.ts";
import { Repository } from "../../../src/ops/backup/restic/repository.ts";
import { eventually } from "../../harness/eventually.ts";
import { addTarget, folderDestination, needsRestic, startBackupServer, targetOf } from "./targets.ts";

needsRestic();

test("a backup is recorded before old ones are removed, and damage that this finds is shown", async () => {
  const { server, admin } = await startBackupServer();
  const size = Promise.withResolvers<number>();
  vi.spyOn(Repository.prototype, "bytes").mockReturnValue(size.promise);
  const { oid } = await addTarget(admin, folderDestination());
  await eventually(async () =>
    expect(await targetOf(server, oid)).toMatchObject({ state: "running", lastRun: { error: null } }),
  );
  size.reject(new RepositoryError("damaged", "ciphertext verification failed"));
  await eventually(async () => expect((await targetOf(server, oid)).state).toBe("ok"));
  expect(await targetOf(server, oid)).toMatchObject({
    proofError: { error: "damaged", detail: "ciphertext verification failed" },
    isProofDue: true,
  });
  expect((await admin.get("/api/box")).body.backupTargets).toEqual([
    { oid, name: "NAS", problem: "damaged" },
  ]);
});
