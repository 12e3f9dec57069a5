import { statSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { readSmallFile } from "./storage/files.ts";
import { StartRefused } from "./storage/refused.ts";

// The one table of settings: name as in the contract, its check, its default. README, "Configuration", is its twin.

const decimal = "must be a number";
const number = z
  .union(
    [
      z.number(decimal),
      z
        .string(decimal)
        .trim()
        .regex(/^[0-9]+(\.[0-9]+)?$/, decimal),
    ],
    decimal,
  )
  .transform(Number);
const whole = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`;
  return number.pipe(z.int(words).min(min, words).max(max, words));
};
const port = whole(0, 65_535);
const positive = (max: number) => {
  const words = `must be more than 0 and at most ${max}`;
  return number.pipe(z.number().positive(words).max(max, words));
};
const zone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}, "is not a time zone of the IANA list");

const proxies = z
  .string()
  .default("")
  .transform((list) =>
    list
      .split(",")
      .map((proxy) => proxy.trim())
      .filter((proxy) => proxy !== ""),
  )
  .refine((list) => list.every(isNetwork), "must be addresses or networks (10.0.0.0/8), separated by commas");

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  const isPrefix = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && isPrefix && more.length === 0;
}

const TABLE = {
  Host: z.string().min(1).default("0.0.0.0"),
  Port: port.default(8080),
  "Log:Level": z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  "Jwt:Issuer": z.string().min(1).default("tallybox"),
  "Jwt:Audience": z.string().min(1).default("tallybox"),
  "Jwt:SecretKey": z.string().min(32, "must have at least 32 characters").optional(),
  "Jwt:TokenExpirationHours": positive(24 * 365).default(8),
  "DeviceToken:ExpirationDays": positive(3650).default(90),
  "DeviceToken:RegistrationCodeExpirationMinutes": positive(24 * 60).default(10),
  "DeviceToken:QrPrefix": z
    .string()
    .regex(/^[A-Z0-9]{1,20}$/, "must be 1 to 20 capital letters or digits")
    .default("TALLY"),
  "Licence:MaxAssets": whole(0, Number.MAX_SAFE_INTEGER).optional(),
  "Site:TimeZone": zone.default(Intl.DateTimeFormat().resolvedOptions().timeZone),
  "Storage:ReserveMegabytes": number.default(64),
  "Http:TrustedProxies": proxies,
  "Printing:GiveUpMinutes": positive(60 * 24 * 30).default(480),
  "Printing:StallMinutes": positive(60 * 24).default(15),
  "Printing:DataDays": positive(3650).default(30),
} as const;

type Setting = keyof typeof TABLE;
type Values = { readonly [K in Setting]: z.output<(typeof TABLE)[K]> };

/** Everything that can be set but secrets, checked, frozen. */
export interface Config {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: string;
  readonly tokenIssuer: string;
  readonly tokenAudience: string;
  readonly tokenSeconds: number;
  readonly deviceTokenMs: number;
  readonly registrationCodeMs: number;
  readonly qrPrefix: string;
  /** Null: no limit. */
  readonly maxAssets: number | null;
  readonly timeZone: string;
  readonly reserveBytes: number;
  readonly trustedProxies: readonly string[];
  readonly printing: {
    readonly giveUpMinutes: number;
    readonly stallMinutes: number;
    /** How long the bytes of a finished request are kept. */
    readonly dataMs: number;
  };
}

/** What must never be shown or logged. */
export interface Secrets {
  /** The signing key of tokens, where it is set; else the data folder's own. */
  readonly tokenKey: string | null;
}

/** Environment variables of a start. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings once: the environment wins over `settings.json` in the data folder.
 * Throws StartRefused with one line that names the setting and says what is wrong.
 */
export function readConfig(
  environment: Environment,
  defaults: Partial<Record<Setting | "DataDir", string>> = {},
): {
  config: Config;
  secrets: Secrets;
} {
  const dataFolder = resolve(environment["DATA_DIR"] || defaults.DataDir || "./data");
  const settingsPath = join(dataFolder, "settings.json");
  const file = readSettingsFile(settingsPath);
  const read = <K extends Setting>(name: K) => {
    const variable = variableOf(name);
    const fromEnvironment = environment[variable] || undefined;
    const source = fromEnvironment === undefined ? `settings.json: ${name}` : variable;
    const result = TABLE[name].safeParse(fromEnvironment ?? file.get(name) ?? defaults[name]);
    if (result.success) {
      if (name === "Jwt:SecretKey" && fromEnvironment === undefined && file.has(name))
        demandPrivate(settingsPath);
      return result.data as Values[K];
    }
    throw new StartRefused(`${source}: ${result.error.issues[0]?.message ?? "is not valid"}`);
  };
  const config: Config = {
    dataFolder,
    host: read("Host"),
    port: read("Port"),
    logLevel: read("Log:Level"),
    tokenIssuer: read("Jwt:Issuer"),
    tokenAudience: read("Jwt:Audience"),
    tokenSeconds: Math.max(1, Math.round(read("Jwt:TokenExpirationHours") * 3600)),
    deviceTokenMs: read("DeviceToken:ExpirationDays") * 24 * 3_600_000,
    registrationCodeMs: read("DeviceToken:RegistrationCodeExpirationMinutes") * 60_000,
    qrPrefix: read("DeviceToken:QrPrefix"),
    maxAssets: read("Licence:MaxAssets") ?? null,
    timeZone: read("Site:TimeZone"),
    reserveBytes: read("Storage:ReserveMegabytes") * 1024 * 1024,
    trustedProxies: read("Http:TrustedProxies"),
    printing: {
      giveUpMinutes: read("Printing:GiveUpMinutes"),
      stallMinutes: read("Printing:StallMinutes"),
      dataMs: read("Printing:DataDays") * 24 * 3_600_000,
    },
  };
  return { config: Object.freeze(config), secrets: { tokenKey: read("Jwt:SecretKey") ?? null } };
}

/** `Jwt:TokenExpirationHours` is `JWT_TOKEN_EXPIRATION_HOURS`. */
export function variableOf(setting: string): string {
  return setting
    .split(":")
    .map((word) => word.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_"))
    .join("_")
    .toUpperCase();
}

/** A secret stands only in a file that nobody else can read. */
function demandPrivate(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  throw new StartRefused(`${path}: holds Jwt:SecretKey but others may read it; set its mode to 0600`);
}

function readSettingsFile(path: string): Map<string, unknown> {
  const text = readSmallFile(path);
  const found = new Map<string, unknown>();
  if (text === null) return found;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new StartRefused(`${path}: is not well-formed JSON`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new StartRefused(`${path}: must be a JSON object`);
  }
  const names = new Map(Object.keys(TABLE).map((name) => [name.toLowerCase(), name]));
  const visit = (value: unknown, name: string) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, name === "" ? key : `${name}:${key}`);
      return;
    }
    const known = names.get(name.toLowerCase());
    if (known === undefined) throw new StartRefused(`${path}: there is no setting "${name}"`);
    found.set(known, value);
  };
  visit(parsed, "");
  return found;
}
