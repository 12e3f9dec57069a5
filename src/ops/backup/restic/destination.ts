import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { msg } from "../../../domain/message.ts";
import { integer, lines, rule, text, textOrNull } from "../../../http/endpoint/fields.ts";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { certificateBlocks, parseCertificate } from "../../../platform/certificate-blocks.ts";

/** With the text that programs print around it. */
const MAX_LENGTH = 20_000;

/** The certificate of a private authority, or a target's own one. Absent: an authority that Debian trusts. */
const CaCertificate = lines(MAX_LENGTH)
  .refine(
    // The code of the recovery sheet has space for one.
    ...rule(
      (pem: string) => certificateBlocks(pem).length <= 1,
      msg("must be exactly one certificate: paste only that of the authority"),
    ),
  )
  .transform((pem) => certificateBlocks(pem)[0] ?? pem)
  .refine(...rule(isCertificate, msg("must be one certificate in PEM format (BEGIN CERTIFICATE)")))
  .optional()
  .describe(
    "PEM, for an address with https://: the certificate of a private authority, or the target's own one. Text around it is ignored. Absent: an authority that Debian trusts",
  );

function isCertificate(pem: string): boolean {
  return certificateBlocks(pem)[0] === pem && parseCertificate(pem) !== null;
}

const MAX_PATH = 500;
const MAX_URL = 1000;

const path = () =>
  text(MAX_PATH).refine(
    ...rule(
      (value: string) => value.startsWith("/") && !/[\n\\"]/.test(value),
      msg("must be an absolute path"),
    ),
  );
// Both become arguments of ssh, which takes a leading "-" for an option.
/** A host of SSH. */
export const host = () =>
  text(253).refine(
    ...rule(
      (value: string) => /^[A-Za-z0-9[][A-Za-z0-9.:[\]_-]*$/.test(value),
      msg("must be a host name or an address"),
    ),
  );
const userName = () =>
  text(100).refine(
    ...rule((value: string) => /^[A-Za-z0-9_][A-Za-z0-9._@-]*$/.test(value), msg("must be a user name")),
  );
const webUrl = () =>
  text(MAX_URL).refine(...rule(isPlainUrl, msg("must be an address that begins with https:// or http://")));

function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}

const FolderDestination = z.object({
  kind: z.literal("folder"),
  path: path().describe("an existing folder of this machine: another disk, or a mounted network drive"),
});
const SftpDestination = z.object({
  kind: z.literal("sftp"),
  host: host(),
  port: integer(1, 65_535),
  user: userName(),
  path: text(MAX_PATH)
    .refine(...rule((value: string) => !/[\n\\"]/.test(value), msg("must be a path")))
    .describe("a folder on the SSH server; without a leading `/` in the user's home"),
  hostKey: lines(2000)
    .refine(
      ...rule(
        (value: string) => /^[a-z0-9@.-]+ [A-Za-z0-9+/]+={0,2}$/.test(value),
        msg("must be an SSH host key"),
      ),
    )
    .describe("type and key of the SSH server, confirmed by an Admin (`POST /api/backup/host-keys`)"),
});
const S3Destination = z.object({
  kind: z.literal("s3"),
  endpoint: webUrl().describe("of any S3-compatible server"),
  bucket: text(63).refine(
    ...rule((value: string) => /^[a-z0-9][a-z0-9.-]+$/.test(value), msg("must be the name of a bucket")),
  ),
  prefix: textOrNull(MAX_PATH).describe("a folder in the bucket"),
  region: textOrNull(50),
  accessKeyId: text(200),
  caCertificate: CaCertificate,
});
const RestDestination = z.object({
  kind: z.literal("rest"),
  url: webUrl().describe("of a server of restic's REST protocol: rest-server, or `rclone serve restic`"),
  user: textOrNull(200),
  caCertificate: CaCertificate,
});

/** Where a repository is, as a user enters it. It contains no secret. */
export const Destination: z.ZodType<Destination> = z.discriminatedUnion("kind", [
  FolderDestination,
  SftpDestination,
  S3Destination,
  RestDestination,
]);

/** Where a repository is, as it is shown and stored. */
export const ShownDestination = z.union([
  namedObject("BackupFolder", { kind: z.literal("folder"), path: z.string() }),
  namedObject("BackupSftp", {
    kind: z.literal("sftp"),
    host: z.string(),
    port: z.int(),
    user: z.string(),
    path: z.string(),
    hostKey: z.string(),
  }),
  namedObject("BackupS3", {
    kind: z.literal("s3"),
    endpoint: z.string(),
    bucket: z.string(),
    prefix: z.string().nullable(),
    region: z.string().nullable(),
    accessKeyId: z.string(),
    caCertificate: z.string().optional(),
  }),
  namedObject("BackupRest", {
    kind: z.literal("rest"),
    url: z.string(),
    user: z.string().nullable(),
    caCertificate: z.string().optional(),
  }),
]);
export type Destination = z.output<typeof ShownDestination>;

/** The address of a server. */
export function urlOf(destination: Extract<Destination, { readonly kind: "s3" | "rest" }>): string {
  return destination.kind === "s3" ? destination.endpoint : destination.url;
}

/** The host of a destination on another machine: an IPv6 address without brackets. */
export function hostOf(destination: Exclude<Destination, { readonly kind: "folder" }>): string {
  const host = destination.kind === "sftp" ? destination.host : new URL(urlOf(destination)).hostname;
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** The secrets of a destination: those that its kind needs. */
export const DestinationSecrets = z.object({
  /** Seed of the Ed25519 key for SSH: 32 bytes, base64url. */
  sshSeed: z.string().optional(),
  /** Of S3. */
  secretAccessKey: z.string().optional(),
  /** Of a REST server. */
  password: z.string().optional(),
});
export type DestinationSecrets = z.output<typeof DestinationSecrets>;

/** All that opens a repository. */
export const RepositoryAccess = z.object({
  destination: Destination,
  secrets: DestinationSecrets,
  passphrase: z.string().min(1),
});
export type RepositoryAccess = z.output<typeof RepositoryAccess>;

const PLAIN = "tallybox-recovery:1:";
/** With a certificate, which would not fit into a QR code otherwise. */
const COMPRESSED = "tallybox-recovery:2:";
const MAX_BYTES = 20_000;
const MAX_TEXT_LENGTH = 8000;

/** The text of a recovery sheet, which alone opens the repository: a prefix and JSON as base64url, compressed where it has a certificate. */
export function recoveryText(access: RepositoryAccess): string {
  const json = JSON.stringify(access);
  const { destination } = access;
  return "caCertificate" in destination && destination.caCertificate !== undefined
    ? COMPRESSED + deflateRawSync(json, { level: 9 }).toString("base64url")
    : PLAIN + Buffer.from(json).toString("base64url");
}

/** Reads the text of a recovery sheet; spaces and line ends are ignored. Null: it is none, or incomplete. */
export function parseRecoveryText(text: string): RepositoryAccess | null {
  const compact = text.replaceAll(/\s/g, "");
  if (compact.length > MAX_TEXT_LENGTH) return null;
  try {
    const json: unknown = JSON.parse(jsonOf(compact));
    return RepositoryAccess.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

function jsonOf(text: string): string {
  const bytes = (prefix: string) => Buffer.from(text.slice(prefix.length), "base64url");
  if (text.startsWith(PLAIN)) return bytes(PLAIN).toString();
  if (!text.startsWith(COMPRESSED)) return "";
  return inflateRawSync(bytes(COMPRESSED), { maxOutputLength: MAX_BYTES }).toString();
}
