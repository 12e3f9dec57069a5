import { z } from "zod";
import { msg } from "../../../domain/message.ts";
import { integer, lines, rule, text, textOrNull } from "../../../http/endpoint/fields.ts";
import { CaCertificate } from "./ca-certificate.ts";

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
  z.object({ kind: z.literal("folder"), path: z.string() }).meta({ id: "BackupFolder" }),
  z
    .object({
      kind: z.literal("sftp"),
      host: z.string(),
      port: z.int(),
      user: z.string(),
      path: z.string(),
      hostKey: z.string(),
    })
    .meta({ id: "BackupSftp" }),
  z
    .object({
      kind: z.literal("s3"),
      endpoint: z.string(),
      bucket: z.string(),
      prefix: z.string().nullable(),
      region: z.string().nullable(),
      accessKeyId: z.string(),
      caCertificate: z.string().optional(),
    })
    .meta({ id: "BackupS3" }),
  z
    .object({
      kind: z.literal("rest"),
      url: z.string(),
      user: z.string().nullable(),
      caCertificate: z.string().optional(),
    })
    .meta({ id: "BackupRest" }),
]);
export type Destination = z.output<typeof ShownDestination>;

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
