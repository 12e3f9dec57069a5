import type { BackupError } from "../../../domain/backup-targets.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";

const SCRIPTS = "/opt/tallybox/current/scripts";

/** The command for the server that removes the cause of an error; null: there is none. */
export function commandFor(kind: BackupError, destination: BackupTarget["destination"]): string | null {
  const { kind: place } = destination;
  if (kind === "blocked" && place !== "folder") return `sudo ${SCRIPTS}/allow-address ${hostOf(destination)}`;
  if (kind === "notWritable" && place === "folder") return `sudo ${SCRIPTS}/allow-folder ${destination.path}`;
  if (kind === "program")
    return place === "sftp" ? "sudo apt install restic openssh-client" : "sudo apt install restic";
  return null;
}

function hostOf(destination: Exclude<BackupTarget["destination"], { readonly kind: "folder" }>): string {
  if (destination.kind === "sftp") return destination.host;
  const url = destination.kind === "s3" ? destination.endpoint : destination.url;
  return URL.canParse(url) ? new URL(url).hostname : url;
}
