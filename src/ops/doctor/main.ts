import { readConfig, type Secrets } from "../../platform/config.ts";
import { readOrElse } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { INSTALL_FOLDER, RELEASE_FOLDER, serviceEnvironment } from "../installation.ts";
import { aboutCertificate } from "./certificate.ts";
import { aboutClock } from "./clock.ts";
import { readDatabaseFacts } from "./database-facts.ts";
import { lastErrors } from "./errors.ts";
import { aboutFolder } from "./folder.ts";
import { aboutNetwork } from "./network.ts";
import { aboutPrinters } from "./printers.ts";
import { aboutProgram } from "./program.ts";
import { aboutRunning, askReady } from "./running.ts";
import { readSecrets, redact } from "./secrets.ts";

// One command that a person on the phone can be asked to run: plain text, no secret, nothing written, no lock taken.

const isInstalled = RELEASE_FOLDER.startsWith(`${INSTALL_FOLDER}/`);
const environment = isInstalled ? serviceEnvironment() : process.env;

type Look = () => readonly string[] | Promise<readonly string[]>;

async function section(title: string, look: Look): Promise<string> {
  try {
    return [title, ...(await look()).map((line) => `  ${line}`)].join("\n");
  } catch (error) {
    // What can't be looked at must not hide the rest.
    return `${title}\n  could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function examine(): Promise<{ text: string; secrets: Secrets; folder: string }> {
  const { config, secrets } = readConfig(environment);
  const ready = await askReady(config);
  const peeked = ready === null ? null : readOrElse(() => readDatabaseFacts(config.dataFolder), null);
  const sections: [string, Look][] = [
    ["Program", aboutProgram],
    ["Running", () => aboutRunning(config, ready, isInstalled)],
    ["Data folder", () => aboutFolder(config)],
    ["Clock", () => aboutClock(config)],
    ["Network", () => aboutNetwork(config, peeked)],
    ["Certificate", () => aboutCertificate(config)],
    ["Printers", () => aboutPrinters(peeked)],
    ["Last errors", () => lastErrors(isInstalled)],
  ];
  const told: string[] = [];
  for (const [title, look] of sections) told.push(await section(title, look));
  return { text: told.join("\n"), secrets, folder: config.dataFolder };
}

/** The settings are wrong: then nothing more is known than that, and what the journal says. */
async function examineWithoutSettings(reason: string): Promise<string> {
  const parts = [
    await section("Program", aboutProgram),
    `Settings\n  It does not start with these: ${reason}`,
    await section("Last errors", () => lastErrors(isInstalled)),
  ];
  return parts.join("\n");
}

try {
  const { text, secrets, folder } = await examine();
  process.stdout.write(`${redact(text, readSecrets(folder, secrets))}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stdout.write(`${await examineWithoutSettings(error.message)}\n`);
}
