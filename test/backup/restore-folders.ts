import { createHash } from "node:crypto";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { RESTORED_FILE } from "../../src/storage/files/file-names.ts";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { contentsOf } from "./contents.ts";
import { mainFileOf } from "./copies.ts";

/** A data folder to be replaced by a copy, with settings of its own. */
export function createEarlierFolder(filled: string): string {
  const folder = join(createFolder(), "data");
  cpSync(filled, folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), '{"Port": 8081}');
  return folder;
}

/** The names beside a data folder, its own included. */
export function beside(folder: string): string[] {
  return readdirSync(join(folder, "..")).sort();
}

/** The folder in which a restore has set the earlier data aside. */
export function keptOf(folder: string): string {
  return join(folder, "..", beside(folder).find((name) => name.startsWith("data.before-")) ?? "");
}

/**
 * The restored parts of a copy: the newest generation, photos, settings, certificates, a restore marker, and no token
 * key.
 */
export function countsOf(folder: string): Record<string, string> {
  const main = basename(mainFileOf(folder));
  const counts = (name: string) =>
    name === main ||
    name === `${main}-wal` ||
    /^((device-codes|second-factor|webhooks|backup|seal)\.key|settings\.json|tls\/.*|photos\/.*)$/.test(name);
  const kept = Object.entries(contentsOf(folder)).filter(([name]) => counts(name));
  return Object.fromEntries([...kept, [RESTORED_FILE, createHash("sha256").digest("hex")]]);
}

/** The command that restores `copy` into a folder which is a mount point for that command alone. */
export function asMount(into: string, copy: string, nodeArguments: readonly string[] = []): string[] {
  const script = `mount --bind ${into} ${into} && exec "$0" "$@"`;
  return [
    "unshare",
    "-Urm",
    "sh",
    "-c",
    script,
    process.execPath,
    ...nodeArguments,
    PROGRAMS.restore,
    copy,
    "--into",
    into,
  ];
}
