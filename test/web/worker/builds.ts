import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { VERSION } from "../../../src/platform/version.ts";

const root = join(import.meta.dirname, "../../..");

/** A build of the client, and the version that it reports. */
export interface Build {
  readonly folder: string;
  readonly version: string;
}

/** The client that the server serves. */
export const CURRENT_BUILD: Build = { folder: join(root, "dist/web"), version: VERSION.version };

/** Builds the same client as a later version, in a folder of its own (`removeBuild`). */
export async function createLaterBuild(version: string): Promise<Build> {
  const folder = await createFolder();
  const program = join(root, "scripts/build-web.ts");
  await promisify(execFile)(process.execPath, [program, "--out", folder, "--version", version]);
  return { folder, version };
}

/** Creates a build as a server has it during its upgrade: the later build's worker and scripts, the earlier build's page. */
export async function createMixedBuild(earlier: Build, later: Build): Promise<Build> {
  const folder = await createFolder();
  await cp(later.folder, folder, { recursive: true });
  await cp(join(earlier.folder, "index.html"), join(folder, "index.html"));
  return { folder, version: later.version };
}

/** Removes a build's folder. */
export async function removeBuild({ folder }: Build): Promise<void> {
  await rm(folder, { recursive: true });
}

const createFolder = () => mkdtemp(join(tmpdir(), "tallybox-web-"));
