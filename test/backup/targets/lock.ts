import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { resticPath } from "../../../src/ops/backup/restic/programs.ts";
import { eventually } from "../../harness/eventually.ts";

/** Runs a restic that keeps a repository in a folder locked until it is killed; its lock stays. */
export async function holdLock(repository: string, passphrase: string) {
  const env = { PATH: "/usr/bin:/bin", RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: passphrase };
  const child = spawn(resticPath(), ["backup", "--stdin", "--no-cache", "--tag", "other"], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(kill);
  const folder = join(repository, "locks");
  await eventually(() => expect(existsSync(folder) && readdirSync(folder)).toHaveLength(1));
  return { kill };
}
