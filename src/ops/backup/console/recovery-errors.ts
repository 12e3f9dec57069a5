import { backupErrorText } from "../../../domain/backup-targets.ts";
import { OtherSystemFailed } from "../../../domain/errors.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { type Destination, hostOf } from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";

/**
 * Resolves as `work`, which opens the target of a recovery sheet. A RepositoryError becomes an error that names the place: the screen
 * of an empty server does not show it.
 */
export async function openingSheet<T>(destination: Destination, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RepositoryError) throw new OtherSystemFailed(textOf(error, destination));
    throw error;
  }
}

function textOf({ kind }: RepositoryError, destination: Destination): Message {
  if (destination.kind === "folder") {
    const { path } = destination;
    if (kind === "noRepository")
      return msg("There are no backups in {path} on this server. Mount the disk or the NAS there first.", {
        path,
      });
    if (kind === "notWritable")
      return msg(
        'The server must not use the folder {path}. Allow it on the server: sudo /opt/tallybox/current/scripts/allow-folder "{path}"',
        { path },
      );
    return backupErrorText(kind);
  }
  const address = hostOf(destination);
  if (kind === "unreachable")
    return msg("{address} does not respond. Check the network, and whether it is switched on.", { address });
  if (kind === "blocked")
    return msg(
      "The server must not connect to {address}. Allow it on the server: sudo /opt/tallybox/current/scripts/allow-address {address}",
      { address },
    );
  return backupErrorText(kind);
}
