import { mkdirSync } from "node:fs";
import { chmod, constants, copyFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPhotoFile } from "../../../photos/files.ts";
import { forEachConcurrent } from "../../../platform/concurrency-limit.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { flushPath } from "../../../storage/files/durable-files.ts";
import { TOKEN_KEY_FILE } from "../../../storage/files/file-names.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import { fileSize, listSmallFiles, PHOTOS_FOLDER, photoPath } from "../data-folder/contents.ts";
import { listNames } from "../data-folder/interrupted-restore.ts";
import { markRestored } from "../data-folder/restore-marker.ts";
import { assertFreeSpace } from "./disk-space.ts";

const CONCURRENCY = 8;

/** Source of a restore, and how its files are taken. */
interface StageOptions {
  readonly source: string;
  /** File name of the newest generation. */
  readonly generation: string;
  /** Names of damaged photo files, which are left out. */
  readonly excludedPhotos: ReadonlySet<string>;
  /** The source is a temporary folder on the same disk: its files are moved instead of copied. */
  readonly isMovable: boolean;
}

/**
 * Creates a data folder at `target` from the source: the newest generation, photos, settings, certificates and keys without
 * the token key. It is marked as restored, so that its first start ends all earlier logins. All files are synced to the
 * disk. `reserveBytes`: disk space that a running server needs. Throws StartupError without enough disk space, and where a file was not copied completely.
 */
export async function stageCopy(
  staging: StageOptions,
  target: string,
  onProgress: (files: number) => void,
  reserveBytes = 0,
): Promise<void> {
  const { source, generation, isMovable: isOurs } = staging;
  const paths = await pathsOf(source, generation, staging.excludedPhotos);
  if (!isOurs) await assertFreeSpace(dirname(target), await bytesOf(source, paths), reserveBytes);
  const own = [target, join(target, PHOTOS_FOLDER), ...paths.map((path) => dirname(join(target, path)))];
  const folders = [...new Set(own)].sort();
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
  let count = 0;
  await forEachConcurrent(paths, CONCURRENCY, async (path) => {
    await transfer(join(source, path), join(target, path), isOurs);
    onProgress(++count);
  });
  markRestored(target);
  for (const folder of folders) await flushPath(folder);
}

/** Bytes of the files that `stageCopy` takes from a data folder at most. */
export async function stageBytes(source: string): Promise<number> {
  const generation = listGenerations(source).at(-1);
  return generation === undefined ? 0 : bytesOf(source, await pathsOf(source, generation, new Set()));
}

async function pathsOf(
  source: string,
  generation: string,
  excludedPhotos: ReadonlySet<string>,
): Promise<string[]> {
  return [
    generation,
    `${generation}-wal`,
    // The first start creates a new token key, so that earlier tokens are invalid.
    ...(await listSmallFiles(source)).filter((name) => name !== TOKEN_KEY_FILE),
    ...photosIn(source, excludedPhotos),
  ];
}

async function transfer(from: string, to: string, isOurs: boolean): Promise<void> {
  const expected = await fileSize(from);
  // A pipe would block, and a link may lead to the data of this server.
  if (expected === null) throw new StartupError(`${from}: this is not a file`, "damaged");
  if (isOurs) await rename(from, to);
  else await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  await chmod(to, 0o600);
  await flushPath(to);
  if ((await fileSize(to)) !== expected)
    throw new StartupError(
      `${from}: the copy is incomplete because the source changed. Stop writes to it and retry.`,
      "damaged",
    );
}

async function bytesOf(source: string, paths: readonly string[]): Promise<number> {
  let sum = 0;
  await forEachConcurrent(paths, CONCURRENCY, async (path) => {
    const size = await fileSize(join(source, path));
    sum += size ?? 0;
  });
  return sum;
}

function photosIn(source: string, leftOut: ReadonlySet<string>): string[] {
  return listNames(join(source, PHOTOS_FOLDER))
    .filter((folder) => folder.length === 2)
    .flatMap((folder) => listNames(join(source, PHOTOS_FOLDER, folder)))
    .filter((name) => isPhotoFile(name) && !leftOut.has(name))
    .map(photoPath);
}
