import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Config, Environment } from "../platform/config.ts";
import { readSmallFile } from "../platform/read-file.ts";

// Paths and settings of the installed service, for the programs that an administrator runs beside it.

/** Folder of this release or checkout. */
export const RELEASE_FOLDER = join(import.meta.dirname, "../..");
/** Folder of the installed releases (scripts/install.sh). */
export const INSTALL_FOLDER = "/opt/tallybox";
/** Whether this release is installed, not a checkout. */
export const isInstalled = RELEASE_FOLDER.startsWith(`${INSTALL_FOLDER}/`);
/** The site's settings file of the service. */
export const SETTINGS_FILE = "/etc/tallybox/tallybox.env";

/**
 * The environment variables that the service of this release gets: those of its unit, then those of the environment files;
 * later ones win. Throws StartupError when a file can't be read.
 */
export function serviceEnvironment(...settingsFiles: readonly string[]): Environment {
  const files = settingsFiles.length === 0 ? [SETTINGS_FILE] : settingsFiles;
  const unit = readFileSync(join(RELEASE_FOLDER, "systemd/tallybox.service"), "utf8");
  const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, pairs = ""]) =>
    pairs.replaceAll(" ", "\n"),
  );
  const settings = files.map((file) => parseEnv(readSmallFile(file) ?? ""));
  return Object.assign(parseEnv(lines.join("\n")), ...settings);
}

/** URL of the server on this machine. */
export function localUrl({ host, port }: Pick<Config, "host" | "port">): string {
  const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
