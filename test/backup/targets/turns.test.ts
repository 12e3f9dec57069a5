import { expect, onTestFinished, test, vi } from "vitest";
import { backupKeys } from "../../../src/ops/backup/targets/secrets.ts";
import { BackupService } from "../../../src/ops/backup/targets/service.ts";
import { addTarget, type Target } from "../../../src/ops/backup/targets/targets.ts";
import { Tasks } from "../../../src/ops/backup/targets/tasks.ts";
import { eventually } from "../../harness/eventually.ts";
import { startServer } from "../../harness/server.ts";

/** A service with paused targets, whose backups and proofs last until the test ends them. */
async function prepare(...names: readonly string[]) {
  const { folder, appliance } = await startServer();
  const { dependencies } = appliance;
  const keys = backupKeys(folder);
  const oids = await dependencies.storage.write(null, (tx) =>
    names.map((name) => {
      const fields = {
        ...{ name, destination: { kind: "folder" as const, path: "/nowhere/tallybox" } },
        ...{ schedule: { every: "day" as const, atHour: 2 }, retention: null, uploadLimitKbps: null },
        isActive: false,
      };
      return addTarget(tx, keys, fields, { secrets: {}, passphrase: "p" });
    }),
  );
  const running = new Map<string, () => void>();
  const begun: string[] = [];
  const hold =
    (kind: string) =>
    ({ name }: Target) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push(`${kind} ${name}`);
      running.set(`${kind} ${name}`, resolve);
      return promise;
    };
  vi.spyOn(Tasks.prototype, "backUp").mockImplementation(hold("backup"));
  vi.spyOn(Tasks.prototype, "prove").mockImplementation(hold("proof"));
  const service = new BackupService(dependencies, "UTC");
  onTestFinished(() => {
    for (const end of running.values()) end();
    return service.stop();
  });
  const request = (kind: "backup" | "proof", name: string) =>
    service.request(oids[names.indexOf(name)] ?? 0, kind);
  return { service, oids, begun, request, end: (task: string) => running.get(task)?.() };
}

test("a proof over a slow line holds up its own target and other proofs, but no backup of another target", async () => {
  const { service, oids, begun, request, end } = await prepare("slow", "near", "third");
  request("proof", "slow");
  request("backup", "slow");
  request("proof", "near");
  request("backup", "near");
  expect(begun).toEqual(["proof slow", "backup near"]);
  expect(oids.map((oid) => [service.isProving(oid), service.progressOf(oid)])).toEqual([
    [true, null],
    [false, 0],
    [false, null],
  ]);
  // Two at most: each takes memory.
  request("backup", "third");
  expect(begun).toHaveLength(2);
  end("backup near");
  await eventually(async () => {
    request("backup", "third");
    expect(begun.slice(2)).toEqual(["backup third"]);
  });
  end("proof slow");
  await eventually(async () => {
    request("backup", "slow");
    expect(begun.slice(3)).toEqual(["backup slow"]);
  });
});
