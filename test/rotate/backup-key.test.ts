import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupKeys } from "../../src/ops/backup/targets/secrets.ts";
import { accessTo, addTarget, getTarget } from "../../src/ops/backup/targets/targets.ts";
import { startServer } from "../harness/server.ts";
import { rotate } from "./command.ts";

test("backup-key: the secrets of targets stay readable under a new key, and under no other", async () => {
  const server = await startServer();
  const file = join(server.folder, "backup.key");
  const keys = backupKeys(server.folder);
  const { storage } = server.appliance.dependencies;
  const secrets = { secrets: { password: "of the REST server" }, passphrase: "abcd-efgh" };
  const fields = {
    ...{ name: "NAS", destination: { kind: "rest" as const, url: "http://nas.lan:8000", user: "box" } },
    ...{ schedule: { every: "hour" as const, atHour: null }, retention: null, uploadLimitKbps: null },
    isActive: false,
  };
  const oid = await storage.write(null, (tx) => addTarget(tx, keys, fields, secrets));
  const old = readFileSync(file, "utf8");
  await server.halt();
  const { status, stdout } = await rotate(server.folder, ["backup-key", "--yes"]);
  expect({ status, stdout: stdout.split("\n")[0] }).toEqual({
    status: 0,
    stdout: "backup-key: replaced. Scheduled backups go on.",
  });
  expect(readFileSync(file, "utf8")).toMatch(/^\S{64}\n$/);
  expect(readFileSync(file, "utf8")).not.toBe(old);
  await server.restart();
  const target = getTarget(server.appliance.dependencies.storage.db, oid);
  expect(accessTo(target, backupKeys(server.folder))).toEqual({
    destination: fields.destination,
    ...secrets,
  });
  expect(target.secrets.includes("abcd-efgh")).toBe(false);
  writeFileSync(file, old);
  expect(accessTo(target, backupKeys(server.folder))).toBeNull();
});
