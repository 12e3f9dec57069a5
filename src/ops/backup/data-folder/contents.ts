import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isGeneration, UNFINISHED } from "../../../storage/file-names.ts";

// What of a data folder is a backup: the newest generation, the photos that its rows name, and these.

/** The folder that an archive holds everything in. */
export const ARCHIVE_ROOT = "tallybox-data";
/** The folder of the photos in a data folder. */
export const PHOTOS_FOLDER = "photos";

/** The key that signs tokens. */
export const TOKEN_KEY_FILE = "jwt.key";
const SMALL_FILES = ["settings.json", TOKEN_KEY_FILE, "device-codes.key", "second-factor.key"];
const CERTIFICATES = "tls";

/** The settings, keys and certificates that are there, as paths in the folder; links are none of ours. */
export async function listSmallFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const hasCertificates = entries.some((entry) => entry.name === CERTIFICATES && entry.isDirectory());
  const certificates = hasCertificates ? await filesIn(join(folder, CERTIFICATES)) : [];
  return [
    ...(await filesIn(folder)).filter((name) => SMALL_FILES.includes(name)),
    ...certificates.filter((name) => !name.startsWith(UNFINISHED)).map((name) => join(CERTIFICATES, name)),
  ];
}

/** A photo file's place in the data folder, as `photos/files.ts` lays them out. */
export function photoPath(name: string): string {
  return join(PHOTOS_FOLDER, name.slice(0, 2), name);
}

/** The data folder at `path`: it, or the one folder in it that is one (an unpacked archive). Null: there is none. */
export async function findDataFolder(path: string): Promise<string | null> {
  if (await holdsGeneration(path)) return path;
  const inside = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found: string[] = [];
  for (const { name } of inside) if (await holdsGeneration(join(path, name))) found.push(join(path, name));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Bytes of a file, null where there is none (a link is none). */
export async function fileSize(path: string): Promise<number | null> {
  try {
    const found = await lstat(path);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function holdsGeneration(folder: string): Promise<boolean> {
  return (await filesIn(folder)).some(isGeneration);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
