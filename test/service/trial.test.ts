import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { startServerProcess } from "./process.ts";

const SCRIPTS = join(import.meta.dirname, "../../scripts");
/** The shell functions of the upgrade, with the site's settings and the trial's. */
const WAIT = `. "$1/paths.sh"; . "$1/release.sh"; . "$1/trial.sh"
node=$2 SETTINGS=$3 HEALTHY_SECONDS=1
waits_healthy 1 "$4"`;

/** Waits as an upgrade does for its trial; the trial's network is that of the test. */
async function waitForTrial(site: string, trial: string): Promise<{ status: number; errorOutput: string }> {
  const folder = createFolder();
  const files = { site: join(folder, "site.env"), trial: join(folder, "trial.env") };
  writeFileSync(files.site, site);
  writeFileSync(files.trial, trial);
  const nsenter = join(folder, "nsenter");
  writeFileSync(nsenter, '#!/bin/sh\nshift\nexec "$@"\n');
  chmodSync(nsenter, 0o755);
  const args = [
    "-euc",
    WAIT,
    join(SCRIPTS, "upgrade.sh"),
    SCRIPTS,
    process.execPath,
    files.site,
    files.trial,
  ];
  const child = spawn("sh", args, {
    env: { ...MINIMAL_ENVIRONMENT, PATH: `${folder}:${MINIMAL_ENVIRONMENT.PATH}` },
  });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  return { status: Number(status), errorOutput: stderr };
}

test("the trial of an upgrade is reached at its own address, whatever the site's HOST", async () => {
  const { url } = await startServerProcess(createFolder(), {});
  const { port } = new URL(url);
  const site = `HOST=192.0.2.1\nPORT=${port}\n`;
  expect(await waitForTrial(site, "HOST=127.0.0.1\n")).toEqual({ status: 0, errorOutput: "" });
});
