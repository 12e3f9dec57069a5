import type { Secrets } from "../../platform/config.ts";
import { errorMessage } from "../../platform/error-code.ts";
import { readOrElse } from "../../platform/read-file.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { isInstalled, readServerConfig } from "../installation.ts";
import { lastErrors } from "./errors.ts";
import {
  askReady,
  describeCertificate,
  describeClock,
  describeDataFolder,
  describeNetwork,
  describePrinters,
  describeProgram,
  describeRunningServer,
  readDatabaseFacts,
  readSecrets,
  redact,
} from "./report.ts";

// Diagnosis for support by phone. It prints plain text without secrets, writes no file and takes no lock.

type Section = () => readonly string[] | Promise<readonly string[]>;

async function section(title: string, read: Section): Promise<string> {
  try {
    return [title, ...(await read()).map((line) => `  ${line}`)].join("\n");
  } catch (error) {
    // One failed section must not hide the others.
    return `${title}\n  could not be read: ${errorMessage(error)}`;
  }
}

async function examine(): Promise<{ text: string; secrets: Secrets; folder: string }> {
  const { config, secrets } = readServerConfig();
  const ready = await askReady(config);
  const facts = ready === null ? null : readOrElse(() => readDatabaseFacts(config.dataFolder), null);
  const sections: [string, Section][] = [
    ["Program", describeProgram],
    ["Running", () => describeRunningServer(config, ready, isInstalled)],
    ["Data folder", () => describeDataFolder(config)],
    ["Clock", () => describeClock(config)],
    ["Network", () => describeNetwork(config, facts)],
    ["Certificate", () => describeCertificate(config)],
    ["Printers", () => describePrinters(facts)],
    ["Last errors", () => lastErrors(isInstalled)],
  ];
  const texts: string[] = [];
  for (const [title, read] of sections) texts.push(await section(title, read));
  return { text: texts.join("\n"), secrets, folder: config.dataFolder };
}

/** With wrong settings only the program, their error and the journal can be shown. */
async function examineWithoutSettings(reason: string): Promise<string> {
  const parts = [
    await section("Program", describeProgram),
    `Settings\n  The server does not start with these settings: ${reason}`,
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
