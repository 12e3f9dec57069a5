import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
} from "node:fs";
import { arch, freemem, hostname, networkInterfaces, release, totalmem, uptime, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { makeClock } from "../../platform/clock.ts";
import type { Config, Secrets } from "../../platform/config.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { readOrElse, readSmallFile } from "../../platform/read-file.ts";
import { EXIT } from "../../platform/startup-error.ts";
import { RELEASED, VERSION } from "../../platform/version.ts";
import {
  createdAt,
  isGeneration,
  KEY_FILES,
  STANDBY_FILE,
  STATE_FILE,
} from "../../storage/files/file-names.ts";
import { BEFORE_INFIX } from "../backup/data-folder/interrupted-restore.ts";
import { INSTALL_FOLDER, localUrl, RELEASE_FOLDER } from "../installation.ts";
import { expiryOf, serverCertificatePath, shownFingerprint, tlsFolder } from "../tls/ca-files.ts";
import { runCommand } from "./errors.ts";
import { findPortHolder } from "./port-holder.ts";

/** Readiness of the running server. */
interface ReadyResponse {
  readonly status: number;
  readonly problems: readonly string[];
}

const STATUS_TIMEOUT_MS = 15_000;

/** Requests the readiness of the server on this machine; null where it does not respond. */
export async function askReady(config: Config): Promise<ReadyResponse | null> {
  try {
    const response = await fetch(`${localUrl(config)}/health/ready`, {
      signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const problems =
      typeof body === "object" && body !== null && "problems" in body && Array.isArray(body.problems)
        ? body.problems.map(String)
        : [];
    return { status: response.status, problems };
  } catch {
    // No program listens, or another one: the caller reports it.
    return null;
  }
}

/** State of the server and its service, with problems. */
export function describeRunningServer(
  config: Config,
  ready: ReadyResponse | null,
  isInstalled: boolean,
): string[] {
  return [...readiness(config, ready), ...(isInstalled ? service() : []), ...ports(config, ready)];
}

function readiness(config: Config, ready: ReadyResponse | null): string[] {
  if (ready === null) return [`No response on ${localUrl(config)}`];
  const state = ready.status === 200 ? "It runs and is ready" : `It runs but is not ready (${ready.status})`;
  return [state, ...ready.problems];
}

function service(): string[] {
  const text = runCommand(
    "systemctl",
    "show",
    "--property=ActiveState,ExecMainStatus,NRestarts,StatusText",
    "tallybox",
  );
  if (text === null) return ["systemd does not report the state of the service"];
  const values = new Map(text.split("\n").map((line) => [line.split("=")[0], line.split("=")[1] ?? ""]));
  const statusText = values.get("StatusText");
  const status = Number(values.get("ExecMainStatus"));
  const kind = (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === status);
  return [
    `the service is ${values.get("ActiveState")}${statusText ? ` (${statusText})` : ""}, restarted ${values.get("NRestarts")} times since it was last started by hand`,
    ...(status === 0 ? [] : [`it ended with status ${status}${kind ? `: ${EXIT_MEANINGS[kind]}` : ""}`]),
    ...unexpectedEnds(),
  ];
}

/** Programs that use the ports. A server that responds has its own ports, so only checked for one that does not. */
function ports(config: Config, ready: ReadyResponse | null): string[] {
  if (ready !== null) return [];
  return [config.port, config.https.port?.number].flatMap((port) => {
    const holder = port ? findPortHolder(port) : null;
    if (holder === null) return [];
    return [
      `port ${port} is in use by ${holder === "unknown" ? "another program" : `${holder.name} (${holder.pid})`}`,
    ];
  });
}

/** Names, addresses and ports of the server. */
export function describeNetwork(config: Config, facts: DatabaseFacts | null): string[] {
  const addresses = Object.entries(networkInterfaces()).flatMap(([name, all]) =>
    (all ?? [])
      .filter(({ internal, address }) => !internal || !/^(127\.|::1$)/.test(address))
      .map(({ address }) => `${name} ${address}`),
  );
  const { mdns, https } = config;
  const name = facts?.mdnsName ?? `${mdns.name}.local (or the next free one)`;
  return [
    `machine ${hostname()}; ${mdns.isEnabled ? `announced as ${name}` : "not announced (Mdns:Enabled is off)"}`,
    addresses.length === 0
      ? "no network address: check the network cable and the Wi-Fi"
      : `addresses: ${addresses.join(", ")}`,
    `listens on ${config.host}, HTTP ${config.port}, HTTPS ${https.port?.number ?? "off"}`,
  ];
}

/** The printers with their waiting labels and last errors. */
export function describePrinters(facts: DatabaseFacts | null): string[] {
  if (facts === null) return ["known only while the server runs and its database can be read"];
  return facts.printers.length === 0 ? ["none"] : facts.printers.map(describeQueue);
}

function describeQueue({ name, ipAddress, port, waiting, oldest, reason }: PrinterQueue): string {
  const printer = `${name} (${ipAddress}:${port})`;
  if (oldest === null) return `${printer}: no labels queued`;
  const since = formatDuration(Math.max(0, makeClock().now() - Date.parse(oldest)) / 1000);
  const error = reason === null ? "" : `: ${(JSON.parse(reason) as { readonly en: string }).en}`;
  return `${printer}: ${waiting} ${waiting === 1 ? "label" : "labels"} queued, the oldest for ${since}${error}`;
}

/** The facts that the doctor reads from the database of a running server. */
export interface DatabaseFacts {
  /** mDNS name of the server; null where none is saved. */
  readonly mdnsName: string | null;
  readonly printers: readonly PrinterQueue[];
}

/** A printer with its waiting labels. */
interface PrinterQueue {
  readonly name: string;
  readonly ipAddress: string;
  readonly port: number;
  readonly waiting: number;
  /** Time of the oldest label, ISO 8601; null without one. */
  readonly oldest: string | null;
  /** Last error of the next label (JSON, in both languages); null without one. */
  readonly reason: string | null;
}

const PROGRAM = fileURLToPath(new URL("./database-facts-process.ts", import.meta.url));

/**
 * Reads the database of a running server in a separate process, as the owner of the folder: root must not own any file that
 * SQLite may create. Null when it can't be read; the process prints the reason on standard error.
 */
export function readDatabaseFacts(folder: string): DatabaseFacts | null {
  const { uid, gid } = statSync(folder);
  const isRoot = process.getuid?.() === 0;
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    ...(isRoot && { uid, gid }),
  });
  return status === 0 ? (JSON.parse(stdout) as DatabaseFacts) : null;
}

/** Contents of the data folder, by names and sizes of its files only. */
export function describeDataFolder(config: Config): string[] {
  const folder = config.dataFolder;
  const stat = readOrElse(() => statSync(folder), null);
  if (stat === null)
    return [`${folder} does not exist, or ${userInfo().username} has no access to it (use sudo)`];
  const names = readOrElse(() => readdirSync(folder), null);
  if (names === null) return [`${folder}: ${userInfo().username} has no read access (use sudo)`];
  const { bavail, blocks, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const lines = [
    `${folder}, mode ${(stat.mode & 0o777).toString(8)}, user number ${stat.uid}`,
    `disk: ${formatBytes(free)} of ${formatBytes(blocks * bsize)} free${free < config.reserveBytes ? "; below the reserve: writes are rejected" : ""}`,
    ...generations(folder, names),
    photos(folder),
  ];
  if (!isWritable(folder)) lines.push("not writable: the disk is read-only, or rights are missing");
  const siblings = leftovers(folder);
  if (siblings.length > 0) lines.push(`earlier data folders: ${siblings.join(", ")}`);
  if (siblings.some((name) => name.includes(BEFORE_INFIX)))
    lines.push(
      `"${BEFORE_INFIX}…" contain all data and keys; on an installed server they are removed after 30 days`,
    );
  return lines;
}

function generations(folder: string, names: readonly string[]): string[] {
  const found = names.filter(isGeneration).sort();
  if (found.length === 0) return ["no database yet"];
  return found.map((name, i) => {
    const bytes = (suffix: string) =>
      readOrElse(() => formatBytes(statSync(join(folder, name + suffix)).size), "missing");
    const label = i === found.length - 1 ? "database (in use)" : "earlier database";
    return `${label}: ${name}, made ${createdAt(name)}, ${bytes("")}; its log ${name}-wal: ${bytes("-wal")}`;
  });
}

function photos(folder: string): string {
  const files = readOrElse(
    () => readdirSync(join(folder, "photos"), { recursive: true, withFileTypes: true }),
    [] as Dirent[],
  ).filter((entry) => entry.isFile());
  const bytes = files.map(({ parentPath, name }) =>
    readOrElse(() => statSync(join(parentPath, name)).size, 0),
  );
  return `photos: ${files.length} files, ${formatBytes(bytes.reduce((sum, size) => sum + size, 0))}`;
}

function isWritable(folder: string): boolean {
  return readOrElse(() => accessSync(folder, constants.W_OK) === undefined, false);
}

/** Folders that upgrades and restores have set aside. */
function leftovers(folder: string): string[] {
  const [parent, name] = [join(folder, ".."), folder.slice(folder.lastIndexOf("/") + 1)];
  return readOrElse(() => readdirSync(parent), []).filter((other) => other.startsWith(`${name}.`));
}

/** Expiry and names of the certificates. */
export function describeCertificate({ https, dataFolder }: Config): string[] {
  if (https.port === null) return ["HTTPS is off"];
  if (https.own !== null) return describeFile("the site's own", https.own.certificateFile);
  const authority = read(join(tlsFolder(dataFolder), "ca.crt"));
  const lines = describeFile("the server's own", serverCertificatePath(dataFolder));
  if (authority === null) return lines;
  return [
    ...lines,
    `Certificate authority: ends ${formatTime(expiryOf(authority))}, SHA-256 ${shownFingerprint(authority)}`,
  ];
}

function describeFile(owner: string, path: string): string[] {
  const certificate = read(path);
  if (certificate === null) return [`${owner}: ${path} does not exist or can't be read`];
  return [
    `Certificate, ${owner}: ends ${formatTime(expiryOf(certificate))}`,
    `for ${certificate.subjectAltName ?? "no name"}`,
  ];
}

function read(path: string): X509Certificate | null {
  const pem = readOrElse(() => readFileSync(path), null);
  return pem === null ? null : new X509Certificate(pem);
}

/** Time of the machine, whether it is plausible, and whether NTP synchronizes it. */
export function describeClock(config: Config): string[] {
  const now = makeClock().now();
  const lines = [`${formatTime(now)} (UTC); the site's time zone is ${config.timeZone}`];
  const last = lastTime(config.dataFolder);
  if (last !== null) lines.push(`the last time recorded by the server is ${formatTime(last)}`);
  if (now < Math.max(RELEASED, last ?? 0)) lines.push("the clock is behind: set it, or enable NTP");
  const synchronized = runCommand("timedatectl", "show", "--property=NTPSynchronized", "--value");
  if (synchronized !== null)
    lines.push(synchronized === "yes" ? "synchronized by NTP" : "not synchronized by NTP");
  return lines;
}

function lastTime(folder: string): number | null {
  const text = readOrElse(() => readFileSync(join(folder, STATE_FILE), "utf8"), "");
  const time = /"time":"([^"]+)"/.exec(text)?.[1];
  return time === undefined ? null : Date.parse(time);
}

/** Versions of the program and facts of the machine. */
export function describeProgram(): string[] {
  const system = /^PRETTY_NAME="?([^"\n]*)/m.exec(
    readOrElse(() => readFileSync("/etc/os-release", "utf8"), ""),
  )?.[1];
  const versions = readOrElse(() => readdirSync(INSTALL_FOLDER), []).filter((name) => /^\d/.test(name));
  const lines = [
    `tallybox ${VERSION.version} (contract ${VERSION.contractVersion}, Node ${process.versions.node}) in ${RELEASE_FOLDER}`,
    `${system ?? "an unknown system"}, Linux ${release()}, ${arch()}, up for ${formatDuration(uptime())}`,
    `memory: ${formatBytes(freemem())} of ${formatBytes(totalmem())} free`,
  ];
  if (versions.length > 0) lines.push(`installed versions: ${versions.join(", ")}`);
  if (existsSync(join(INSTALL_FOLDER, "switch")))
    lines.push("an upgrade was interrupted in its last step; the next start of the service completes it");
  return lines;
}

const SECRET_FILES = [...KEY_FILES, "setup-code", "tls/ca.key", "tls/server.key"];

const PairSecrets = z.object({ pairKey: z.string(), key: z.string(), promotionCode: z.string() });
/** Characters of a line that can't be an ordinary word. */
const MIN_LINE = 32;

/** Reads all secrets in files and settings of the server. */
export function readSecrets(folder: string, { tokenKey, headOffice }: Secrets): string[] {
  const read = (file: string) => readOrElse(() => readFileSync(join(folder, file), "utf8").trim(), "");
  const pair = PairSecrets.safeParse(parseJson(read(STANDBY_FILE)));
  const texts = [...SECRET_FILES.map(read), ...(pair.success ? Object.values(pair.data) : [])];
  // A key of several lines, and each of several keys during a rotation, may also be in parts.
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.length >= MIN_LINE);
  return [...texts, ...lines, tokenKey ?? "", headOffice?.password ?? ""].filter((secret) => secret !== "");
}

/** Replaces secrets in a text, in case a message contains one. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "(secret)"), text);
}

const CACHE_FOLDER = "/var/cache/tallybox";
const SHOWN_ENDS = 5;

/** Descriptions of the service manager's results (systemd.exec(5), $SERVICE_RESULT). */
const RESULTS: Readonly<Record<string, string>> = {
  watchdog: "it did not respond for a minute and was killed (watchdog)",
  "oom-kill": "it was killed because memory ran out",
  timeout: "it took too long to start or to stop",
  signal: "it was killed by a signal",
  "core-dump": "it crashed",
  "exit-code": "it ended by itself",
};

/** Number and reasons of unexpected ends of the service, the latest last; recorded by scripts/note-end.sh. */
export function unexpectedEnds(folder: string = CACHE_FOLDER): string[] {
  const lines = (readSmallFile(join(folder, "ends")) ?? "").split("\n").filter((line) => line !== "");
  const total = lines.at(-1)?.split(" ")[0];
  if (total === undefined) return ["it has never ended unexpectedly"];
  const plural = total === "1" ? "time" : "times";
  return [
    `it has ended unexpectedly ${total} ${plural}; the last ones:`,
    ...lines.slice(-SHOWN_ENDS).map(lineOf),
  ];
}

function lineOf(line: string): string {
  const [, first = "", last = "", times = "1", result = "", , status = ""] = line.split(" ");
  const when = times === "1" ? last : `${last} (${times} times since ${first})`;
  return `  ${when}: ${RESULTS[result] ?? result}${detailOf(result, status)}`;
}

function detailOf(result: string, status: string): string {
  if (result === "signal" || result === "core-dump") return ` (${status})`;
  if (result !== "exit-code") return "";
  const kind = (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === Number(status));
  return ` with status ${status}${kind === undefined ? "" : `: ${EXIT_MEANINGS[kind]}`}`;
}

/** Descriptions of the exit statuses of startup errors. */
const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  setting: "a setting, a port or an address is wrong",
  inUse: "another process uses the data folder",
  newer: "the data were written by a newer version of the program",
  damaged: "the database can't be read",
  foreign: "the data folder contains other files, or a restore was interrupted",
  readOnly: "the data folder can't be written",
  full: "the disk is full",
};

/** Formats bytes with a unit. */
function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const digits = power === 0 ? 0 : 1;
  return `${(bytes / 1000 ** power).toFixed(digits)} ${units[power]}`;
}

/** Formats seconds with the largest fitting unit. */
function formatDuration(seconds: number): string {
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const;
  const [unit, length] = units.find(([, min]) => seconds >= min) ?? ["s", 1];
  return `${Math.floor(seconds / length)} ${unit}`;
}

/** Formats a time (milliseconds since 1970) in UTC with seconds. */
function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
