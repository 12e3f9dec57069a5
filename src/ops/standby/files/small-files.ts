import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../../../platform/config.ts";
import { makeFolder, syncFolder, writeSmallFile } from "../../../storage/files/durable-files.ts";
import { PRIMARY_SETTINGS_FILE } from "../../../storage/files/file-names.ts";
import { listSmallFiles } from "../../backup/data-folder/contents.ts";
import { prepareTlsFolder } from "../../tls/ca-files.ts";

const SETTINGS = "settings.json";
/** Not the server certificate: each machine has its own, for its own addresses. */
const ALLOWED = /^(settings\.json|[a-z-]+\.key|tls\/ca\.(crt|key))$/;
const FRESH_MS = 3000;

/** Settings of the machine itself, which a promotion does not take over: addresses, ports, files outside of the data folder. */
const MACHINE_SETTINGS = /^(host|port|https:(port|certificatefile|keyfile)|(metrics|standby)(:|$))/i;

/** The keys, certificates and settings of a data folder as a standby needs them. */
export interface SmallFiles {
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 (hex) of all. */
  readonly digest: string;
}

/** Creates a reader of the small files. It reads the folder every few seconds only. */
export function smallFileReader(folder: string): () => Promise<SmallFiles> {
  let read: { readonly at: number; readonly files: Promise<SmallFiles> } | null = null;
  return () => {
    const now = performance.now();
    if (read === null || now - read.at > FRESH_MS) read = { at: now, files: readSmallFiles(folder) };
    return read.files;
  };
}

async function readSmallFiles(folder: string): Promise<SmallFiles> {
  const files: Record<string, string> = {};
  for (const name of await listSmallFiles(folder))
    if (ALLOWED.test(name)) files[name] = await readFile(join(folder, name), "utf8");
  return { files, digest: createHash("sha256").update(JSON.stringify(files)).digest("hex") };
}

/** Writes the small files of the primary, flushed. Its settings wait for a promotion. Throws for other names. */
export function writeSmallFiles(folder: string, files: Readonly<Record<string, string>>): void {
  makeFolder(folder);
  prepareTlsFolder(folder);
  // Keys first: a certificate without its key stops each start, and the reverse does not.
  const isKey = (name: string) => name.endsWith(".key");
  for (const [name, content] of Object.entries(files).toSorted(
    ([a], [b]) => Number(isKey(b)) - Number(isKey(a)),
  )) {
    if (!ALLOWED.test(name)) throw new Error(`the primary sends a file of an unknown name: ${name}`);
    const path = join(folder, name === SETTINGS ? PRIMARY_SETTINGS_FILE : name);
    if (!existsSync(path) || readFileSync(path, "utf8") !== content) writeSmallFile(path, content);
  }
  if (!(SETTINGS in files)) rmSync(join(folder, PRIMARY_SETTINGS_FILE), { force: true });
}

/**
 * Takes over the primary's settings, except those of the machine. Where they are not valid, it throws StartupError or SyntaxError
 * and the machine keeps its own.
 */
export function takeOverSettings(folder: string): void {
  const [from, to] = [join(folder, PRIMARY_SETTINGS_FILE), join(folder, SETTINGS)];
  if (!existsSync(from)) return;
  const own = existsSync(to) ? settingsIn(readFileSync(to, "utf8")) : [];
  const taken = settingsIn(readFileSync(from, "utf8")).filter(([name]) => !MACHINE_SETTINGS.test(name));
  const kept = own.filter(([name]) => MACHINE_SETTINGS.test(name));
  writeSmallFile(from, `${JSON.stringify(Object.fromEntries([...taken, ...kept]), null, 2)}\n`);
  readConfig(process.env, {}, from);
  renameSync(from, to);
  syncFolder(folder);
}

/** The settings of a file by their whole names, such as `Https:Port`. */
function settingsIn(text: string): [string, unknown][] {
  const leaves = (value: unknown, name: string): [string, unknown][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, name === "" ? key : `${name}:${key}`))
      : [[name, value]];
  return leaves(JSON.parse(text), "");
}
