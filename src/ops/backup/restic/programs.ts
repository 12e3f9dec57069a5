import { existsSync } from "node:fs";
import { join } from "node:path";
import { RELEASE_FOLDER } from "../../installation.ts";
import { RepositoryError } from "./failures.ts";

/** Debian's restic; else the one of the bundle. */
const RESTIC = ["/usr/bin/restic", join(RELEASE_FOLDER, "bin/restic")];
const SSH = ["/usr/bin/ssh"];
const SSH_KEYSCAN = ["/usr/bin/ssh-keyscan"];

/** Path of restic. Throws RepositoryError where there is none. */
export const resticPath = () => found(RESTIC, "restic");
/** Path of ssh. Throws RepositoryError where there is none. */
export const sshPath = () => found(SSH, "openssh-client");
/** Path of ssh-keyscan. Throws RepositoryError where there is none. */
export const keyscanPath = () => found(SSH_KEYSCAN, "openssh-client");

/** Whether restic is installed. */
export const hasRestic = () => RESTIC.some((path) => existsSync(path));

function found(paths: readonly string[], debianPackage: string): string {
  const path = paths.find((one) => existsSync(one));
  if (path === undefined) throw new RepositoryError("program", `apt install ${debianPackage}`);
  return path;
}
