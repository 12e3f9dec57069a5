import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "../../../platform/error-code.ts";
import { isGeneration, KEY_FILES, UNFINISHED_PREFIX } from "../../../storage/files/file-names.ts";

// A backup contains the newest generation of a data folder, the photos that its rows name, and the small files below.

/** Top folder of an archive. */
export const ARCHIVE_ROOT = "tallybox-data";
/** Folder of the photos in a data folder. */
export const PHOTOS_FOLDER = "photos";

const SMALL_FILES: readonly string[] = ["settings.json", ...KEY_FILES];
const CERTIFICATES = "tls";

/** Lists the settings, keys and certificates of a data folder as relative paths. Symbolic links are ignored. */
export async function listSmallFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const hasCertificates = entries.some((entry) => entry.name === CERTIFICATES && entry.isDirectory());
  const certificates = hasCertificates ? await listFiles(join(folder, CERTIFICATES)) : [];
  return [
    ...(await listFiles(folder)).filter((name) => SMALL_FILES.includes(name)),
    ...certificates
      .filter((name) => !name.startsWith(UNFINISHED_PREFIX))
      .map((name) => join(CERTIFICATES, name)),
  ];
}

/** Relative path of a photo file in the data folder (photos/files.ts). */
export function photoPath(name: string): string {
  return join(PHOTOS_FOLDER, name.slice(0, 2), name);
}

/** Finds the data folder at `path`: `path` itself, or its only subfolder that is one (an unpacked archive). Null: none. */
export async function findDataFolder(path: string): Promise<string | null> {
  if (await hasGeneration(path)) return path;
  const inside = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found: string[] = [];
  for (const { name } of inside) if (await hasGeneration(join(path, name))) found.push(join(path, name));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Bytes of a file; null where there is no file. A symbolic link is not a file. */
export async function fileSize(path: string): Promise<number | null> {
  const found = await lstat(path).catch(nullIfMissing);
  return found?.isFile() ? found.size : null;
}

async function hasGeneration(folder: string): Promise<boolean> {
  return (await listFiles(folder)).some(isGeneration);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
