import { realpathSync } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import { Invalid } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import type { Config } from "../../../platform/config.ts";
import { readOrElse } from "../../../platform/read-file.ts";
import { BEFORE_PREFIX } from "../data-folder/interrupted-restore.ts";

/**
 * The real path of a copy that an Admin has named. It must be in one of the folders of the setting `Restore:Folders`, or a folder
 * that an earlier restore has set aside. Throws Invalid, also for a link that leads elsewhere.
 */
export function resolveCopy(path: string, config: Pick<Config, "dataFolder" | "restoreFolders">): string {
  // The folders first: the response must not show what exists elsewhere.
  assertAllowed(resolve(path), config);
  const real = readOrElse(() => realpathSync(path), null);
  if (real === null)
    throw Invalid.field(
      FIELD,
      msg("There is no such folder or file, or the server has no right to read it."),
    );
  assertAllowed(real, config);
  return real;
}

const FIELD = "source.path";

function assertAllowed(
  path: string,
  { dataFolder, restoreFolders }: Pick<Config, "dataFolder" | "restoreFolders">,
) {
  const isBefore = basename(path).startsWith(BEFORE_PREFIX) && realOf(dirname(path)) === realOf(dataFolder);
  if (isBefore || restoreFolders.some((folder) => isInside(path, folder) || isInside(path, realOf(folder))))
    return;
  const folders = restoreFolders.join(", ");
  throw Invalid.field(FIELD, msg("The folder must be in one of these: {folders}.", { folders }));
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function realOf(path: string): string {
  return readOrElse(() => realpathSync(path), path);
}
