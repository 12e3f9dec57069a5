import { existsSync } from "node:fs";
import { join } from "node:path";
import { RELEASE_FOLDER } from "../../installation.ts";
import { RepositoryError } from "./failures.ts";

/** Debian's restic; else the one of the bundle. */
const RESTIC = ["/usr/bin/restic", join(RELEASE_FOLDER, "bin/restic")];
const SSH = ["/usr/bin/ssh"];
const SSH_KEYSCAN = ["/usr/bin/ssh-keyscan"];

/** The Debian packages of the programs: restic for all backups, openssh-client for those by SFTP. */
export const DEBIAN_PACKAGES = ["restic", "openssh-client"] as const;
export type DebianPackage = (typeof DEBIAN_PACKAGES)[number];

/** Path of restic. Throws RepositoryError where there is none. */
export const resticPath = () => found(RESTIC, "restic");
/** Path of ssh. Throws RepositoryError where there is none. */
export const sshPath = () => found(SSH, "openssh-client");
/** Path of ssh-keyscan. Throws RepositoryError where there is none. */
export const keyscanPath = () => found(SSH_KEYSCAN, "openssh-client");

/** Whether restic is installed. */
export const hasRestic = () => RESTIC.some((path) => existsSync(path));

/** The packages that this machine lacks. */
export function missingPackages(): readonly DebianPackage[] {
  const isThere = (paths: readonly string[]) => paths.some((path) => existsSync(path));
  const has = { restic: hasRestic(), "openssh-client": isThere(SSH) && isThere(SSH_KEYSCAN) };
  return DEBIAN_PACKAGES.filter((name) => !has[name]);
}

function found(paths: readonly string[], debianPackage: string): string {
  const path = paths.find((one) => existsSync(one));
  if (path === undefined) throw new RepositoryError("program", `apt install ${debianPackage}`);
  return path;
}
