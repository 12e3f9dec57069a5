import { cpSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Environment } from "../../src/platform/config.ts";
import { restore } from "../backup/restoring.ts";
import { createFolder } from "../harness/folder.ts";
import type { TestServer } from "../harness/server.ts";

/** Copies the data folder now; returns a function that restores the copy and starts on it, with these settings. */
export function backup(server: TestServer): (settings?: Environment) => Promise<void> {
  const copy = join(createFolder(), "copy");
  cpSync(server.folder, copy, { recursive: true });
  return async (settings) => {
    await server.halt();
    const { status, stderr: output } = await restore(copy, "--into", server.folder);
    expect(output).toContain("All earlier logins have ended");
    expect(status).toBe(0);
    onTestFinished(() => {
      for (const name of readdirSync(dirname(server.folder)))
        if (name.startsWith(`${basename(server.folder)}.before-`))
          rmSync(join(dirname(server.folder), name), { recursive: true });
    });
    await server.restart(settings);
  };
}
