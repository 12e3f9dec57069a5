import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { VERSION } from "../../../src/platform/version.ts";

const root = join(import.meta.dirname, "../../..");

/** A build of the client, and the version that it says it is. */
export interface Build {
  readonly folder: string;
  readonly version: string;
}

/** The client as it was built for the box. */
export const TODAY: Build = { folder: join(root, "dist/web"), version: VERSION.version };

/** The same client as a later version, in a folder of its own (`drop`). */
export async function aLaterBuild(version: string): Promise<Build> {
  const folder = await aFolder();
  const program = join(root, "scripts/build-web.ts");
  await promisify(execFile)(process.execPath, [program, "--out", folder, "--version", version]);
  return { folder, version };
}

/** A box in the middle of its renewal: the later build's worker and scripts, the page still of the one before. */
export async function aMix(before: Build, later: Build): Promise<Build> {
  const folder = await aFolder();
  await cp(later.folder, folder, { recursive: true });
  await cp(join(before.folder, "index.html"), join(folder, "index.html"));
  return { folder, version: later.version };
}

/** Removes a build's folder. */
export async function drop({ folder }: Build): Promise<void> {
  await rm(folder, { recursive: true });
}

const aFolder = () => mkdtemp(join(tmpdir(), "tallybox-web-"));
