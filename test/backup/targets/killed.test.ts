import { expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { addPhotos } from "../copies.ts";
import { programsOf } from "./programs.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  startBackupServer,
  targetOf,
} from "./targets.ts";

needsRestic();

test("a restic that the system kills, as for memory: the state says so, and the next run makes the backup", async () => {
  const { server, clock, admin } = await startBackupServer();
  await addPhotos(server, 3);
  // 8 kbit/s: the backup would take minutes.
  const { oid, path } = await addTarget(admin, folderDestination(), { uploadLimitKbps: 8 });
  const pid = await eventually(async () => {
    expect((await targetOf(server, oid)).progress).toBeGreaterThan(0);
    const [first] = programsOf(server.folder);
    if (first === undefined) throw new Error("restic does not run");
    return first;
  });
  process.kill(pid, "SIGKILL");
  const killed = await nextRunOf(server, oid);
  expect(killed).toMatchObject({ error: "killed", snapshot: null });
  const { body } = await admin.put(path, { uploadLimitKbps: null });
  expect(body.target.state).toBe("failed");
  expect(Date.parse(body.target.nextRunDT)).toBe(Date.parse(killed.endedDT) + 300_000);
  clock.advance(300_000);
  expect(await nextRunOf(server, oid, killed.oid)).toMatchObject({ error: null });
  expect(await targetOf(server, oid)).toMatchObject({ state: "ok" });
});
