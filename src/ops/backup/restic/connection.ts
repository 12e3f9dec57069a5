import { join } from "node:path";
import { trimCharacters, trimEndCharacters } from "../../../domain/trim-characters.ts";
import { writeSmallFile } from "../../../storage/files/durable-files.ts";
import type { Destination, RepositoryAccess } from "./destination.ts";
import { sshPath } from "./programs.ts";
import { privateKeyFile } from "./ssh-key.ts";

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
