import { RELEASE_FOLDER } from "../../installation.ts";

/** Folders of the system, with everything below them. */
export const SYSTEM_FOLDERS = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/lost+found",
  "/opt/tallybox",
  "/proc",
  "/root",
  "/run",
  "/sbin",
  "/sys",
  "/usr",
  "/var/cache",
  "/var/lib",
  "/var/lock",
  "/var/log",
  "/var/mail",
  "/var/run",
  "/var/spool",
];
/** Folders of the system whose own folders may be disks. */
const PARENTS = ["/", "/var", "/opt", "/run/media"];
/** Where desktops mount disks. */
const MOUNTS = "/run/media/";

/** Whether a folder, with its links resolved, belongs to the system or to this program: backups there would mix with its files. */
export function isSystemFolder(folder: string): boolean {
  if (PARENTS.includes(folder)) return true;
  if (folder.startsWith(MOUNTS)) return false;
  return [...SYSTEM_FOLDERS, RELEASE_FOLDER].some((one) => folder === one || folder.startsWith(`${one}/`));
}
