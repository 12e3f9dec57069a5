import { mkdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSystemFolder } from "../../../src/ops/backup/targets/system-folders.ts";
import { RELEASE_FOLDER } from "../../../src/ops/installation.ts";
import { refusal } from "../../harness/client.ts";
import { createFolder } from "../../harness/folder.ts";
import { startBackupServer, TARGETS } from "./targets.ts";

const asFolder = (path: string) => ({ name: "NAS", destination: { kind: "folder", path } });

test("a folder of the system, of the program or of the data is refused at its field, also by a link", async () => {
  const { server, admin } = await startBackupServer();
  const link = join(createFolder(), "link");
  symlinkSync("/etc", link);
  const inside = join(server.folder, "photos/backup");
  mkdirSync(inside, { recursive: true });
  const paths = ["/", "/etc", "/usr/local", "/bin", "/lib", "/boot", "/proc", "/sys", "/dev", "/run"];
  const more = [
    "/var",
    "/var/lib",
    "/etc/../etc/",
    join(RELEASE_FOLDER, "dist"),
    link,
    `${link}/ssl`,
    inside,
  ];
  for (const path of [...paths, ...more, server.folder]) {
    expect([path, ...refusal(await admin.post(TARGETS, asFolder(path)))]).toEqual([
      path,
      400,
      "destination.path",
    ]);
  }
});

test("a refused folder says in words what would be right", async () => {
  const { admin } = await startBackupServer();
  const { body } = await admin.post(TARGETS, asFolder("/etc"));
  expect(body.errors[0].message).toBe(
    "must be a folder of another disk or a network drive, not one of the system",
  );
});

test.each([
  "/mnt/nas",
  "/media/usb/tallybox",
  "/run/media/jana/usb",
  "/srv/backup",
  "/binary",
  "/opt/backups",
  tmpdir(),
])("%s is no folder of the system", (path) => {
  expect(isSystemFolder(path)).toBe(false);
});
