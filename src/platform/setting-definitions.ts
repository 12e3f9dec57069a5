import { isIP } from "node:net";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { ROLES } from "../domain/roles.ts";
import { defaultHost } from "./networks.ts";
import { officeUrl } from "./office-address.ts";

// The table of all settings: the contract's name, the check and the default. docs/operate/settings.md describes them to
// administrators.

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
const integer = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return number.pipe(z.int(message).min(min, message).max(max, message));
};
const port = integer(0, 65_535);
const portOrOff = z.union(
  [z.stringFormat("off", (text) => text.toLowerCase() === "off").transform(() => "off" as const), port],
  "must be a port number or off",
);
const yesOrNo = z.union([z.boolean(), z.stringbool()], "must be true or false");
const positive = (max: number) => {
  const message = `must be more than 0 and at most ${max}`;
  return number.pipe(z.number().positive(message).max(max, message));
};
const zone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}, "is not a time zone of the IANA list");

const networks = z
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
  const maxBits = isIP(address) === 6 ? 128 : 32;
  const isPrefix = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= maxBits);
  return isIP(address) !== 0 && isPrefix && more.length === 0;
}

const PORTS = "must be ports or ranges of ports from 1 to 65535 (9100-9109,6101), separated by commas";
/** `9100-9109,6101`. */
const portRanges = z
  .string(PORTS)
  .transform((list) => list.split(",").map((range) => range.trim()))
  .refine((ranges) => ranges.every((range) => /^\d{1,5}(\s*-\s*\d{1,5})?$/.test(range)), PORTS)
  .transform((ranges) =>
    ranges.map((range): PortRange => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return { first, last };
    }),
  )
  .refine((ranges) => ranges.every(({ first, last }) => first > 0 && first <= last && last <= 65_535), PORTS);

/** Ports from `first` to `last`. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const roleList = z
  .string()
  .transform((list) => list.split(",").map((name) => name.trim().toLowerCase()))
  .transform((names) => names.filter((name) => name !== "" && name !== "none"))
  .refine(
    (names) => names.every((name) => ROLES.some((role) => role.toLowerCase() === name)),
    `must be none, or some of ${ROLES.join(", ")}, separated by commas`,
  )
  .transform((names) => ROLES.filter((role) => names.includes(role.toLowerCase())));

const folderList = z
  .string()
  .transform((list) => list.split(",").map((folder) => folder.trim()))
  .refine(
    (list) => list.every((folder) => isAbsolute(folder)),
    "must be absolute paths, separated by commas",
  );

/** Every setting by its name, with its check and its default. */
export const SETTINGS = {
  Host: z
    .string()
    .min(1)
    .default(() => defaultHost()),
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
  "Session:MaxDays": positive(3650).default(30),
  "SecurityLog:Days": positive(3650).default(365),
  "Login:PinOnlyOnPairedDevices": yesOrNo.default(false),
  "Login:SecondFactorRoles": roleList.optional(),
  "Licence:MaxAssets": integer(0, Number.MAX_SAFE_INTEGER).optional(),
  "Site:TimeZone": zone.default(Intl.DateTimeFormat().resolvedOptions().timeZone),
  "Storage:ReserveMegabytes": number.default(64),
  "Storage:LogMegabytes": positive(4096).default(128),
  "Http:TrustedProxies": networks,
  "Printing:GiveUpMinutes": positive(60 * 24 * 30).default(480),
  "Printing:StallMinutes": positive(60 * 24).default(15),
  "Printing:DataDays": positive(3650).default(30),
  "Printing:AllowedPorts": portRanges.default([
    { first: 9100, last: 9109 },
    { first: 6101, last: 6101 },
  ]),
  "Printing:AllowLoopback": yesOrNo.default(false),
  "Https:Port": portOrOff.optional(),
  "Https:RequiredForLogin": yesOrNo.optional(),
  "Https:StrictTransportSecurityDays": integer(0, 730).optional(),
  "Https:CertificateFile": z.string().min(1).optional(),
  "Https:KeyFile": z.string().min(1).optional(),
  "Standby:Port": port.optional(),
  "Mdns:Enabled": yesOrNo.default(true),
  "Mdns:Name": z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/, "must be 1 to 42 small letters, digits and dashes")
    .default("tallybox"),
  "Metrics:AllowedAddresses": networks,
  "Restore:Folders": folderList.default(["/media", "/mnt", "/run/media", "/srv"]),
  "HeadOffice:Url": officeUrl.optional(),
  "HeadOffice:CaFile": z.string().min(1).optional(),
} as const;
