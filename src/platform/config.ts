import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { z } from "zod";
import type { Role } from "../domain/roles.ts";
import type { OfficeAccess } from "./office-address.ts";
import { readSmallFile } from "./read-file.ts";
import { type PortRange, SETTINGS } from "./setting-definitions.ts";
import { StartupError } from "./startup-error.ts";

type Setting = keyof typeof SETTINGS;
type Values = { readonly [K in Setting]: z.output<(typeof SETTINGS)[K]> };

/** All settings except secrets, checked and frozen. */
export interface Config {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: string;
  readonly tokenIssuer: string;
  readonly tokenAudience: string;
  readonly tokenSeconds: number;
  readonly sessionMs: number;
  /** Retention of security events. */
  readonly securityLogMs: number;
  readonly deviceTokenMs: number;
  readonly registrationCodeMs: number;
  readonly qrPrefix: string;
  /** True: endpoints without a token reject PINs. */
  readonly isPinOnlyOnPairedDevices: boolean;
  /** The roles that require a second factor; null: the settings of the console decide. */
  readonly secondFactorRoles: readonly Role[] | null;
  /** Null: no limit. */
  readonly maxAssets: number | null;
  readonly timeZone: string;
  readonly reserveBytes: number;
  /** The size of the database's log that starts the next generation, or the size of the main file if that is larger. */
  readonly logBytes: number;
  readonly trustedProxies: readonly string[];
  readonly printing: {
    readonly giveUpMinutes: number;
    readonly stallMinutes: number;
    /** Retention of a finished request's data. */
    readonly dataMs: number;
    /** The allowed ports of printers. */
    readonly allowedPorts: readonly PortRange[];
    /** True: a printer may have a loopback address. */
    readonly allowsLoopback: boolean;
  };
  readonly https: HttpsConfig;
  /** The port on which a primary and its standby talk. It is open only where there is a pair. */
  readonly standbyPort: number;
  readonly mdns: { readonly isEnabled: boolean; readonly name: string };
  /** Addresses or networks that may read /metrics without a token, besides loopback. */
  readonly metricsAllowed: readonly string[];
  /** Folders of copies that an Admin may name for a restore. */
  readonly restoreFolders: readonly string[];
}

/** The settings of HTTPS. */
export interface HttpsConfig {
  /** Null: off. `isChosen` false: the default port, which the server does without if it is taken. */
  readonly port: { readonly number: number; readonly isChosen: boolean } | null;
  /** True: plain HTTP from other hosts is rejected (http/pipeline/https-gate.ts); null: an Admin decides. */
  readonly isRequiredForLogin: boolean | null;
  /** `max-age` of `Strict-Transport-Security` (RFC 6797); null: it is not sent. */
  readonly strictSeconds: number | null;
  /** The site's own certificate and key (PEM files) instead of the server's. */
  readonly own: { readonly certificateFile: string; readonly keyFile: string } | null;
}

/** Settings that must never be shown or logged. */
export interface Secrets {
  /** The signing key of tokens; null: the key in the data folder. */
  readonly tokenKey: string | null;
  /** The database of the head office; null: there is none. */
  readonly headOffice: OfficeAccess | null;
}

const SECRET_SETTINGS: readonly Setting[] = ["Jwt:SecretKey", "HeadOffice:Url"];

/** Further names of variables. */
const SHORT_VARIABLES: Partial<Record<Setting, readonly string[]>> = { "Mdns:Enabled": ["MDNS"] };

/** Environment variables of a start. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The data folder of a start. */
export function dataFolderOf(environment: Environment, fallback = "./data"): string {
  return resolve(environment["DATA_DIR"] || fallback);
}

/**
 * Reads the settings. The environment takes precedence over `settings.json` in the data folder, or another file at
 * `settingsPath`. Throws StartupError with one line that names the setting and the error.
 */
export function readConfig(
  environment: Environment,
  defaults: Partial<Record<Setting | "DataDir", string>> = {},
  settingsPath = join(dataFolderOf(environment, defaults.DataDir), "settings.json"),
): {
  config: Config;
  secrets: Secrets;
} {
  const dataFolder = dataFolderOf(environment, defaults.DataDir);
  const file = readSettingsFile(settingsPath);
  const read = <K extends Setting>(name: K) => {
    const variables = [variableOf(name), ...(SHORT_VARIABLES[name] ?? [])];
    const variable = variables.find((one) => environment[one]);
    const fromEnvironment = variable && environment[variable];
    const source = variable ?? `${basename(settingsPath)}: ${name}`;
    const result = SETTINGS[name].safeParse(fromEnvironment ?? file.get(name) ?? defaults[name]);
    if (result.success) {
      if (SECRET_SETTINGS.includes(name) && fromEnvironment === undefined && file.has(name))
        assertPrivate(settingsPath, name);
      return result.data as Values[K];
    }
    throw new StartupError(`${source}: ${result.error.issues[0]?.message ?? "is not valid"}`);
  };
  const config: Config = {
    dataFolder,
    host: read("Host"),
    port: read("Port"),
    logLevel: read("Log:Level"),
    tokenIssuer: read("Jwt:Issuer"),
    tokenAudience: read("Jwt:Audience"),
    tokenSeconds: Math.max(1, Math.round(read("Jwt:TokenExpirationHours") * 3600)),
    sessionMs: read("Session:MaxDays") * 24 * 3_600_000,
    securityLogMs: read("SecurityLog:Days") * 24 * 3_600_000,
    deviceTokenMs: read("DeviceToken:ExpirationDays") * 24 * 3_600_000,
    registrationCodeMs: read("DeviceToken:RegistrationCodeExpirationMinutes") * 60_000,
    qrPrefix: read("DeviceToken:QrPrefix"),
    isPinOnlyOnPairedDevices: read("Login:PinOnlyOnPairedDevices"),
    secondFactorRoles: read("Login:SecondFactorRoles") ?? null,
    maxAssets: read("Licence:MaxAssets") ?? null,
    timeZone: read("Site:TimeZone"),
    reserveBytes: read("Storage:ReserveMegabytes") * 1024 * 1024,
    logBytes: Math.round(read("Storage:LogMegabytes") * 1024 * 1024),
    trustedProxies: read("Http:TrustedProxies"),
    printing: {
      giveUpMinutes: read("Printing:GiveUpMinutes"),
      stallMinutes: read("Printing:StallMinutes"),
      dataMs: read("Printing:DataDays") * 24 * 3_600_000,
      allowedPorts: read("Printing:AllowedPorts"),
      allowsLoopback: read("Printing:AllowLoopback"),
    },
    https: {
      port: httpsPort(read("Https:Port"), read("Port")),
      isRequiredForLogin: read("Https:RequiredForLogin") ?? null,
      strictSeconds: secondsOf(read("Https:StrictTransportSecurityDays")),
      own: ownCertificate(read("Https:CertificateFile"), read("Https:KeyFile")),
    },
    standbyPort: read("Standby:Port") ?? (read("Port") === 0 ? 0 : DEFAULT_STANDBY_PORT),
    mdns: { isEnabled: read("Mdns:Enabled"), name: read("Mdns:Name") },
    metricsAllowed: read("Metrics:AllowedAddresses"),
    restoreFolders: read("Restore:Folders"),
  };
  const office = read("HeadOffice:Url");
  const headOffice = office ? { ...office, caFile: read("HeadOffice:CaFile") ?? null } : null;
  return { config: Object.freeze(config), secrets: { tokenKey: read("Jwt:SecretKey") ?? null, headOffice } };
}

const DEFAULT_HTTPS_PORT = 8443;
const DEFAULT_STANDBY_PORT = 8444;

/** By default, a server on any free HTTP port uses any free HTTPS port. */
function httpsPort(chosen: number | "off" | undefined, http: number): HttpsConfig["port"] {
  if (chosen === "off") return null;
  if (chosen !== undefined) return { number: chosen, isChosen: true };
  return { number: http === 0 ? 0 : DEFAULT_HTTPS_PORT, isChosen: false };
}

function secondsOf(days: number | undefined): number | null {
  return days === undefined ? null : days * 24 * 3600;
}

function ownCertificate(certificateFile?: string, keyFile?: string): HttpsConfig["own"] {
  if (certificateFile !== undefined && keyFile !== undefined) return { certificateFile, keyFile };
  if (certificateFile === undefined && keyFile === undefined) return null;
  throw new StartupError("Https:CertificateFile and Https:KeyFile: set both or none");
}

/** The environment variable of a setting: `JWT_TOKEN_EXPIRATION_HOURS` for `Jwt:TokenExpirationHours`. */
export function variableOf(setting: string): string {
  return setting
    .split(":")
    .map((word) => word.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_"))
    .join("_")
    .toUpperCase();
}

/** Throws StartupError where other users can read a file with a secret. */
function assertPrivate(path: string, name: Setting): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  throw new StartupError(`${path}: holds ${name} but others may read it; set its mode to 0600`);
}

function readSettingsFile(path: string): Map<string, unknown> {
  const text = readSmallFile(path);
  const values = new Map<string, unknown>();
  if (text === null) return values;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new StartupError(`${path}: is not valid JSON; correct the file`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new StartupError(`${path}: must be a JSON object`);
  }
  const names = new Map(Object.keys(SETTINGS).map((name) => [name.toLowerCase(), name]));
  const visit = (value: unknown, name: string) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, name === "" ? key : `${name}:${key}`);
      return;
    }
    const setting = names.get(name.toLowerCase());
    if (setting === undefined)
      throw new StartupError(`${path}: unknown setting "${name}"; remove it or correct its name`);
    values.set(setting, value);
  };
  visit(parsed, "");
  return values;
}
