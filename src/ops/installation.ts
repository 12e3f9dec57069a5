import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, type Environment, readConfig } from "../platform/config.ts";
import { readSmallFile } from "../platform/read-file.ts";
import { parseEnvironmentFile } from "./environment-file.ts";

// Paths and settings of the installed service, for the programs that an administrator runs beside it.

/** Folder of this release or checkout. */
export const RELEASE_FOLDER = join(import.meta.dirname, "../..");
/** Folder of the installed releases (scripts/install.sh). */
export const INSTALL_FOLDER = "/opt/tallybox";
/** Whether this release is installed, not a checkout. */
export const isInstalled = RELEASE_FOLDER.startsWith(`${INSTALL_FOLDER}/`);
/** The site's settings file of the service. */
export const SETTINGS_FILE = "/etc/tallybox/tallybox.env";

/** The paths of an installed server, below the root of a file system: "" is that of this machine, a test has its own. */
export function placesIn(root: string) {
  const app = `${root}${INSTALL_FOLDER}`;
  const data = `${root}/var/lib/tallybox`;
  const run = `${root}/run/tallybox-upgrade`;
  return {
    /** The release that this program belongs to. */
    release: RELEASE_FOLDER,
    /** The programs by versions; `current` is a link to the one that runs. */
    app,
    data,
    /** The copy of the data that another version is tried on. */
    trial: `${data}.trial`,
    cache: `${root}/var/cache/tallybox`,
    settings: `${root}${SETTINGS_FILE}`,
    /** The public keys that sign releases, copied by the first installation. */
    releaseKeys: `${root}/etc/tallybox/release-keys`,
    /** The address that root has prepared for the promotion of a standby. */
    preparedAddress: `${root}/etc/tallybox/promotion-address`,
    units: `${root}/etc/systemd/system`,
    /** Units until the next start of the machine. */
    transientUnits: `${root}/run/systemd/system`,
    trialSettings: `${root}/run/tallybox-trial.env`,
    /** Exists while a change of versions is in its last step. */
    switch: `${app}/switch`,
    /** Lock of a running installation or upgrade. */
    lock: `${root}/run/tallybox-change.lock`,
    /** State of the console's request. The service reads it and can't write it. */
    run,
    lastUpgrade: `${app}/last-upgrade`,
    /** The age of the data folders that were set aside, as the daily removal has counted it. */
    ages: `${app}/set-aside-ages`,
    /** The highest version that an upgrade has completed. The console's requests take no older one. */
    highest: `${app}/highest-version`,
    /** root's copy of the bundle, unpacked. In the folder of programs, because /var may be mounted noexec. */
    work: `${app}/.request`,
  };
}

/** The paths of an installed server. */
export type Places = ReturnType<typeof placesIn>;

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
  const settings = files.map((file) => parseEnvironmentFile(readSmallFile(file) ?? ""));
  return Object.assign(parseEnvironmentFile(lines.join("\n")), ...settings);
}

/** Reads the settings as the service does; those of this process in a checkout. Throws StartupError. */
export function readServerConfig() {
  return readConfig(isInstalled ? serviceEnvironment() : process.env);
}

/** URL of the server on this machine. */
export function localUrl({ host, port }: Pick<Config, "host" | "port">): string {
  const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
