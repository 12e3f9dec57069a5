import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../../platform/config.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { findPortHolder } from "../doctor/port-holder.ts";
import { SETTINGS_FILE, serviceEnvironment } from "../installation.ts";
import { listNetworkAddresses } from "../tls/machine.ts";
import { isOlder } from "../upgrade/previous.ts";
import { waitHealthy } from "./health.ts";
import { InstallerError, type Machine } from "./machine.ts";
import {
  activate,
  currentVersion,
  isPlaced,
  keepReleaseKeys,
  lockChanges,
  ownVersion,
  placeRelease,
  UNITS,
} from "./releases.ts";
import { settle } from "./settle.ts";
import { welcomeText } from "./welcome-text.ts";

/** The user of the service. */
const USER = "tallybox";

/** Installs the server as a service of this machine. A second run repairs the installation. */
export async function install(machine: Machine, { isSigned }: { readonly isSigned: boolean }): Promise<void> {
  const { app, release } = machine.places;
  const version = ownVersion(machine.places);
  const installed = currentVersion(machine.places);
  if (installed !== null && isOlder(version, installed))
    throw new InstallerError(
      `tallybox ${installed} is installed here, and this bundle is older (${version}). Data can't be used by an older version. Nothing was changed.`,
    );
  if (installed !== null && installed !== version)
    throw new InstallerError(
      `tallybox ${installed} is installed here. To change to ${version}: sudo ${join(release, "scripts/upgrade.sh")}`,
    );
  lockChanges(machine);
  // A running service holds its own ports.
  if (!(await machine.succeeds("systemctl", "--quiet", "is-active", "tallybox"))) assertPortsFree();

  machine.say(`Installing tallybox ${version} ...`);
  const wasComplete = installed !== null && (await isPlaced(machine));
  await placeRelease(machine);
  await makeFolders(machine);
  if (isSigned) await keepReleaseKeys(machine, release);
  await activate(machine, version);
  await machine.run("systemctl", "enable", "tallybox");
  for (const unit of ["tallybox-tidy.timer", "tallybox-upgrade.path"])
    await machine.run("systemctl", "enable", "--now", unit);
  const doctor = `sudo ${join(app, "current/scripts/doctor")}`;
  const { status } = await machine.start("systemctl", [wasComplete ? "start" : "restart", "tallybox"]);
  if (status !== 0) {
    await machine.showLog("tallybox");
    throw new InstallerError(
      `tallybox ${version} is installed but does not start; see the lines above. Details: ${doctor}`,
    );
  }
  const problem = await waitHealthy(1);
  if (problem !== null)
    throw new InstallerError(`${problem}\ntallybox ${version} runs but is not healthy. Details: ${doctor}`);
  machine.say(welcome());
}

/** Throws InstallerError with the programs that use the ports of the service. */
function assertPortsFree(): void {
  const { config } = readConfig(serviceEnvironment());
  const inUse = [config.port, config.https.port?.number].flatMap((port) => {
    if (port === undefined || port === 0) return [];
    const holder = findPortHolder(port);
    if (holder === null) return [];
    const name = holder === "unknown" ? "another program" : `${holder.name} (process ${holder.pid})`;
    return [`Port ${port} is taken by ${name}.`];
  });
  if (inUse.length === 0) return;
  const hint = `Stop it, or choose other ports (PORT, HTTPS_PORT) in ${SETTINGS_FILE}.`;
  throw new InstallerError([...inUse, hint].join("\n"));
}

/** The user of the service, its data folder, and the settings. */
async function makeFolders(machine: Machine): Promise<void> {
  const { app, data, settings } = machine.places;
  if (!(await machine.succeeds("getent", "passwd", USER))) {
    const account = ["--system", "--user-group", "--home-dir", data, "--no-create-home"];
    await machine.run("useradd", ...account, "--shell", "/usr/sbin/nologin", USER);
  }
  await machine.run("install", "-d", "-m", "0700", "-o", USER, "-g", USER, data);
  // Data of an earlier installation may belong to another number of the same user.
  if ((await machine.read("find", data, "!", "-user", USER, "-print", "-quit")) !== "")
    await machine.run("chown", "-R", `${USER}:${USER}`, data);
  mkdirSync(dirname(settings), { recursive: true, mode: 0o755 });
  if (existsSync(settings)) return;
  const lines = [
    "# Settings of this server, a line each (NAME=value); then: systemctl restart tallybox",
    `# HOST, PORT, HTTPS_PORT, SITE_TIME_ZONE ...; all of them: ${join(app, "current/docs/operate/settings.md")}`,
  ];
  writeFileSync(settings, `${lines.join("\n")}\n`, { mode: 0o600 });
}

/** The addresses of the server and the next step. */
function welcome(): string {
  const { config } = readConfig(serviceEnvironment());
  const setupCode = readSmallFile(join(config.dataFolder, "setup-code"))?.trim() || null;
  return welcomeText({ config, addresses: listNetworkAddresses(config.host), setupCode });
}

/** Removes the service and the program. The data and the settings stay. */
export async function uninstall(machine: Machine): Promise<void> {
  const { app, cache, data, preparedAddress, releaseKeys, run, settings, trial, units } = machine.places;
  const has = (unit: string) => existsSync(join(units, unit));
  // First: it would start another upgrade.
  if (has("tallybox-upgrade.path"))
    await machine.run("systemctl", "disable", "--now", "tallybox-upgrade.path");
  if (has("tallybox.service")) {
    await machine.run("systemctl", "disable", "tallybox");
    await machine.run("systemctl", "stop", "tallybox");
  }
  // Completes a change that was interrupted in its last step, so that the data are in their place.
  if (existsSync(machine.places.switch)) await settle(machine);
  if (has("tallybox-tidy.timer")) await machine.run("systemctl", "disable", "--now", "tallybox-tidy.timer");
  const allowed = globSync(join(units, "tallybox.service.d/{allow,folder}-*.conf"));
  for (const file of [...allowed, ...UNITS.map((unit) => join(units, unit))]) rmSync(file, { force: true });
  await machine.run("systemctl", "daemon-reload");
  await machine.remove(cache, trial, app, run);
  machine.say("tallybox is removed. These files are still there, and a new installation uses them:");
  for (const kept of [data, ...globSync(`${data}.*`).sort(), settings, releaseKeys, preparedAddress])
    if (existsSync(kept)) machine.say(`  ${kept}`);
}
