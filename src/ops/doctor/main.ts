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

// Diagnosis for support by phone. It prints plain text without secrets, writes no file and takes no lock.

const isInstalled = RELEASE_FOLDER.startsWith(`${INSTALL_FOLDER}/`);
const environment = isInstalled ? serviceEnvironment() : process.env;

type Section = () => readonly string[] | Promise<readonly string[]>;

async function section(title: string, read: Section): Promise<string> {
  try {
    return [title, ...(await read()).map((line) => `  ${line}`)].join("\n");
  } catch (error) {
    // One failed section must not hide the others.
    return `${title}\n  could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function examine(): Promise<{ text: string; secrets: Secrets; folder: string }> {
  const { config, secrets } = readConfig(environment);
  const ready = await askReady(config);
  const facts = ready === null ? null : readOrElse(() => readDatabaseFacts(config.dataFolder), null);
  const sections: [string, Section][] = [
    ["Program", aboutProgram],
    ["Running", () => aboutRunning(config, ready, isInstalled)],
    ["Data folder", () => aboutFolder(config)],
    ["Clock", () => aboutClock(config)],
    ["Network", () => aboutNetwork(config, facts)],
    ["Certificate", () => aboutCertificate(config)],
    ["Printers", () => aboutPrinters(facts)],
    ["Last errors", () => lastErrors(isInstalled)],
  ];
  const texts: string[] = [];
  for (const [title, read] of sections) texts.push(await section(title, read));
  return { text: texts.join("\n"), secrets, folder: config.dataFolder };
}

/** With wrong settings only the program, their error and the journal can be shown. */
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
