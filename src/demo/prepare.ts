import { findUser, hasUsers } from "../access/users/users.ts";
import type { AppDependencies } from "../app/dependencies.ts";
import { Unavailable } from "../domain/errors.ts";
import { parseArguments } from "../ops/command-line.ts";
import { StartupError } from "../platform/startup-error.ts";
import { type Contents, fill } from "./fill.ts";
import { PEOPLE, TENANTS } from "./people.ts";
import { startVirtualPrinters, updatePrinterPorts } from "./printers.ts";

/** The settings that are others in the demo. */
export const DEMO_SETTINGS = {
  Host: "127.0.0.1",
  DataDir: "./data-demo",
  "Mdns:Enabled": "false",
  // The virtual printers listen on free ports of loopback.
  "Printing:AllowedPorts": "1-65535",
  "Printing:AllowLoopback": "true",
} as const;

/**
 * Prepares the demo: starts the virtual printers and fills an empty folder. Resolves to the address of the page with the
 * labels. Throws StartupError on a folder with other data, or on a full disk.
 */
export async function prepare(
  dependencies: AppDependencies,
  contents: Contents,
  print: (line: string) => void,
): Promise<string> {
  const { storage } = dependencies;
  const isEmpty = !hasUsers(storage.db);
  if (!isEmpty) assertDemoFolder(dependencies);
  const printers = await startVirtualPrinters(storage.folder);
  try {
    if (isEmpty) {
      print(`Filling ${storage.folder} with ${contents.articles} articles ...`);
      await fill(dependencies, contents, printers);
    } else {
      print(`${storage.folder} holds the data of an earlier start.`);
      await updatePrinterPorts(storage, printers);
    }
    return printers.pageUrl;
  } catch (error) {
    throw error instanceof Unavailable ? new StartupError(`${storage.folder}: ${error.message}`) : error;
  }
}

/** Public passwords and virtual printers must not get into real data. */
function assertDemoFolder({ storage }: AppDependencies): void {
  const last = PEOPLE.length;
  if (findUser(storage.db, last)?.tenantId === PEOPLE.at(-1)?.tenantId) return;
  throw new StartupError(
    `DATA_DIR ${storage.folder}: it holds other data than the demo's; use a separate folder for the demo`,
  );
}

const MAX_ARTICLES = 1_000_000;
const USAGE = "npm run demo -- [--articles N] [--without-fields] [--allow-network]";
const OPTIONS = {
  articles: { type: "string", default: "500" },
  "without-fields": { type: "boolean", default: false },
  "allow-network": { type: "boolean", default: false },
} as const;

/** The options of the command line. */
interface Options extends Contents {
  /** Permits another address than loopback, although the passwords are public. */
  readonly allowNetwork: boolean;
}

/** Reads the command line of the demo. Throws StartupError on an unknown or invalid option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArguments({ args, options: OPTIONS }, USAGE);
  const { articles, "without-fields": isPlain, "allow-network": allowNetwork } = values;
  const number = /^\d{1,7}$/.test(articles) ? Number(articles) : Number.NaN;
  if (!(number <= MAX_ARTICLES)) {
    throw new StartupError(`--articles: must be a whole number from 0 to ${MAX_ARTICLES}, not "${articles}"`);
  }
  return { articles: number, hasFields: !isPlain, allowNetwork };
}

/** Throws StartupError unless `host` is a loopback address. */
export function assertLoopback(host: string): void {
  if (/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)) return;
  throw new StartupError(
    `HOST ${host}: the demo's passwords are public, so it listens on loopback only; use --allow-network to permit other addresses`,
  );
}

/** The text after the start: addresses and users. Without a line end at its end. */
export function welcome(url: string, labelsUrl: string, folder: string): string {
  const rows = PEOPLE.map(({ userName, password, pin, roles, tenantId, isActive }, index) => [
    String(index + 1),
    userName,
    password,
    pin,
    roles.join(", "),
    `${TENANTS[tenantId - 1]}${isActive ? "" : " (inactive: cannot log in)"}`,
  ]);
  const table = [["id", "user name", "password", "PIN", "roles", "tenant"], ...rows];
  return [
    "",
    `The data of the demo are in ${folder}. Delete that folder to start again.`,
    `The terminal, in a browser:   ${url}`,
    `The office, in a browser:     ${url}/console`,
    `The API, to read and to try:  ${url}/api/docs`,
    `The printers and their labels: ${labelsUrl}`,
    "Users:",
    ...aligned(table).map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function aligned(table: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column) + 2))
      .join("")
      .trimEnd(),
  );
}
