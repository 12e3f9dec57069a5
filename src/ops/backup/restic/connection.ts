import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { join } from "node:path";
import { trimCharacters, trimEndCharacters } from "../../../domain/trim-characters.ts";
import { writeSmallFile } from "../../../storage/files/durable-files.ts";
import { runProgram } from "../../programs/run.ts";
import type { Destination, RepositoryAccess } from "./destination.ts";
import { detailOf, failureKind, RepositoryError } from "./failures.ts";
import { keyscanPath, sshPath } from "./programs.ts";

/** How restic reaches a repository. */
export interface Connection {
  readonly env: Readonly<Record<string, string>>;
  readonly options: readonly string[];
}

/** The name of every SSH server in its own configuration and file of known hosts. */
const ALIAS = "backup-target";
const KEY = "key";
/** What ssh says. restic, which passes it on, may end before it has done so. */
export const SSH_LOG = "ssh.log";
const KNOWN_HOSTS = "known_hosts";
const CA = "ca.pem";
const CONFIG = "ssh_config";

/**
 * Prepares the access to a repository. `work` is a private folder (0700) for temporary files and the key for SSH. Secrets are in
 * the environment or in files of this folder only.
 */
export function connectionTo(
  { destination, secrets, passphrase }: RepositoryAccess,
  work: string,
): Connection {
  const common = {
    RESTIC_PASSWORD: passphrase,
    // Two lines of progress a second, else sixty.
    RESTIC_PROGRESS_FPS: "2",
    TMPDIR: work,
    PATH: "/usr/bin:/bin",
    TZ: "UTC",
    // One processor, and little memory: a small server has 512 MB.
    GOMAXPROCS: "1",
    GOGC: "50",
    GOMEMLIMIT: "200MiB",
  };
  switch (destination.kind) {
    case "folder":
      return { env: { ...common, RESTIC_REPOSITORY: destination.path }, options: [] };
    case "sftp": {
      if (secrets.sshSeed !== undefined) writeSmallFile(join(work, KEY), privateKeyFile(secrets.sshSeed));
      writeSmallFile(join(work, KNOWN_HOSTS), `${ALIAS} ${destination.hostKey}\n`);
      writeSmallFile(join(work, CONFIG), sshConfig(destination, work));
      // restic splits the command like a shell, and its options like CSV.
      const command = `sftp.command=${sshPath()} -F '${join(work, CONFIG)}' -E '${join(work, SSH_LOG)}' -s ${ALIAS} sftp`;
      return {
        env: { ...common, RESTIC_REPOSITORY: `sftp:${destination.user}@${ALIAS}:${destination.path}` },
        options: ["-o", command.includes(",") ? `"${command.replaceAll('"', '""')}"` : command],
      };
    }
    case "s3": {
      const { endpoint, bucket, prefix, region, accessKeyId } = destination;
      const folder = prefix === null ? "" : `/${trimCharacters(prefix, "/")}`;
      return {
        env: {
          ...common,
          RESTIC_REPOSITORY: `s3:${trimEndCharacters(endpoint, "/")}/${bucket}${folder}`,
          AWS_ACCESS_KEY_ID: accessKeyId,
          AWS_SECRET_ACCESS_KEY: secrets.secretAccessKey ?? "",
        },
        options: [
          ...(region === null ? [] : ["-o", `s3.region=${region}`]),
          ...caOptions(destination.caCertificate, work),
        ],
      };
    }
    case "rest":
      return {
        env: { ...common, RESTIC_REPOSITORY: `rest:${withLogin(destination, secrets.password)}` },
        options: caOptions(destination.caCertificate, work),
      };
  }
}

/** With a certificate, restic trusts no other. */
function caOptions(certificate: string | undefined, work: string): string[] {
  if (certificate === undefined) return [];
  writeSmallFile(join(work, CA), `${certificate}\n`);
  return ["--cacert", join(work, CA)];
}

/** The configuration of ssh: nothing else of the machine applies. */
function sshConfig({ host, port, user }: Extract<Destination, { kind: "sftp" }>, work: string): string {
  const file = (name: string) => `"${join(work, name).replaceAll("%", "%%")}"`;
  return [
    `Host ${ALIAS}`,
    `HostName ${host}`,
    `Port ${port}`,
    `User ${user}`,
    `HostKeyAlias ${ALIAS}`,
    `IdentityFile ${file(KEY)}`,
    "IdentitiesOnly yes",
    "IdentityAgent none",
    "BatchMode yes",
    `UserKnownHostsFile ${file(KNOWN_HOSTS)}`,
    "GlobalKnownHostsFile /dev/null",
    "UpdateHostKeys no",
    "StrictHostKeyChecking yes",
    "PreferredAuthentications publickey",
    "ConnectTimeout 15",
    "ServerAliveInterval 15",
    "ServerAliveCountMax 4",
    "",
  ].join("\n");
}

function withLogin(
  { url, user }: Extract<Destination, { kind: "rest" }>,
  password: string | undefined,
): string {
  const address = new URL(url);
  if (user !== null) address.username = encodeURIComponent(user);
  if (password !== undefined) address.password = encodeURIComponent(password);
  return address.href.endsWith("/") ? address.href : `${address.href}/`;
}

/** The secrets of an access, which no message may contain. */
export function secretsOf({ secrets, passphrase }: RepositoryAccess): string[] {
  return [passphrase, ...Object.values(secrets).filter((value) => value !== undefined)];
}

// Ed25519 keys in the formats of OpenSSH (PROTOCOL.key in its sources). Debian's ssh reads no other private Ed25519 keys.

const TYPE = "ssh-ed25519";
/** PKCS #8 of an Ed25519 key up to its seed (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;
const BLOCK = 8;
const COMMENT = "tallybox";

/** The line for `authorized_keys` of a seed (32 bytes as base64url). */
export function publicKeyLine(seed: string): string {
  return `${TYPE} ${publicBlob(seed).toString("base64")} ${COMMENT}`;
}

/** The private key file of a seed. */
export function privateKeyFile(seed: string): string {
  const check = Buffer.alloc(4);
  const publicKey = publicBytes(seed);
  const inner = Buffer.concat([
    check,
    check,
    field(TYPE),
    field(publicKey),
    field(Buffer.concat([Buffer.from(seed, "base64url"), publicKey])),
    field(COMMENT),
  ]);
  const padding = Buffer.from(
    Array.from({ length: (BLOCK - (inner.length % BLOCK)) % BLOCK }, (_, i) => i + 1),
  );
  const count = Buffer.from([0, 0, 0, 1]);
  const whole = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    field("none"),
    field("none"),
    field(""),
    count,
    field(publicBlob(seed)),
    field(Buffer.concat([inner, padding])),
  ]);
  const lines = whole.toString("base64").match(/.{1,70}/g) ?? [];
  return ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join(
    "\n",
  );
}

const publicBlob = (seed: string) => Buffer.concat([field(TYPE), field(publicBytes(seed))]);

function publicBytes(seed: string): Buffer {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, "base64url")]),
    format: "der",
    type: "pkcs8",
  });
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-KEY_BYTES);
}

/** A string of SSH: its length in four bytes, then its bytes (RFC 4251 §5). */
function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The key of an SSH server. */
interface HostKey {
  /** Type and key, as in a file of known hosts. */
  readonly hostKey: string;
  /** `SHA256:` and base64, as ssh shows it. */
  readonly fingerprint: string;
}

/** The best first. */
const TYPES = ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"];
const TIMEOUT_S = 10;

/** Asks an SSH server for its key. Rejects with RepositoryError. */
export async function readHostKey(host: string, port: number): Promise<HostKey> {
  const end = await runProgram({
    program: keyscanPath(),
    args: ["-T", String(TIMEOUT_S), "-t", "ed25519,ecdsa,rsa", "-p", String(port), host],
    env: { PATH: "/usr/bin:/bin" },
    timeoutMs: 3 * TIMEOUT_S * 1000,
  });
  const keys = end.lines.filter((line) => !line.startsWith("#")).map((line) => line.split(" ").slice(1, 3));
  for (const type of TYPES) {
    const [, key] = keys.find(([one]) => one === type) ?? [];
    if (key !== undefined) return { hostKey: `${type} ${key}`, fingerprint: fingerprintOf(`${type} ${key}`) };
  }
  const kind = failureKind(end.messages);
  throw new RepositoryError(kind === "other" ? "unreachable" : kind, detailOf(end.messages, []));
}

/** The SHA-256 fingerprint of a host key, as ssh shows it. */
function fingerprintOf(hostKey: string): string {
  const [, key = ""] = hostKey.split(" ");
  const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
  return `SHA256:${digest.replaceAll("=", "")}`;
}
