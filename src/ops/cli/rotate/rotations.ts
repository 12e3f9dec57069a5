import { hostname } from "node:os";
import { factorKeys, moveToCurrentKey } from "../../../access/second-factor/keys.ts";
import { addKey, type KeyFile, removeEarlierKeys, replaceKey } from "../../../access/secrets/key-files.ts";
import { deleteAllCodes } from "../../../access/secrets/registration-codes.ts";
import { endAllSessions } from "../../../access/sessions/sessions.ts";
import { publicKeyOf, sealKey } from "../../../inventories/seal/key.ts";
import { makeClock } from "../../../platform/clock.ts";
import type { Config, Secrets } from "../../../platform/config.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { recordEvent } from "../../../security-log/event.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import type { Storage } from "../../../storage/storage.ts";
import { moveSecretsToCurrentKey, webhookKeys } from "../../../webhooks/secrets.ts";
import { backupKeys, moveTargetsToCurrentKey } from "../../backup/targets/secrets.ts";
import {
  type CertificateAuthority,
  commonNameOf,
  prepareTlsFolder,
  readAuthority,
  replaceAuthority,
  shownFingerprint,
} from "../../tls/ca-files.ts";

/** The keys that can be replaced. */
export const TARGETS = [
  "jwt-key",
  "device-key",
  "ca",
  "second-factor-key",
  "webhook-key",
  "backup-key",
  "seal-key",
] as const;
export type Target = (typeof TARGETS)[number];

/** A validated replacement of one key. */
interface Rotation {
  /** The consequences, shown to the administrator before the confirmation. */
  readonly effect: string;
  /** Replaces the key and syncs it to the disk. Returns the line to print. */
  apply(storage: Storage): Promise<string>;
}

/** Prepares the replacement of a key. Throws StartupError where the server does not use that file. */
export function prepareRotation(target: Target, config: Config, secrets: Secrets): Rotation {
  switch (target) {
    case "jwt-key":
      return jwtKey(secrets);
    case "device-key":
      return newKey(target, {
        file: "device-codes.key",
        effect:
          "the key of pairing codes. Unused codes become invalid: create new ones. Paired devices stay paired.",
        before: deleteAllCodes,
        result: () => "Unused pairing codes are invalid.",
      });
    case "ca":
      return certificateAuthority(config);
    case "second-factor-key":
      return secretsKey(target, {
        file: "second-factor.key",
        effect:
          "the key of authenticator apps and recovery codes. Unused recovery codes become invalid: users create new ones on the account page. Authenticator apps and passkeys continue to work. An earlier copy of the data still contains the secrets of the apps: if it may have been stolen, reset the two-step login of its users.",
        result: "Unused recovery codes are invalid.",
        move: (tx, folder) => moveToCurrentKey(tx, factorKeys(folder)),
      });
    case "webhook-key":
      return secretsKey(target, {
        file: "webhooks.key",
        effect:
          "the key that encrypts the secrets of webhooks. The secrets stay valid. An earlier copy of the data still contains them: if it may have been stolen, make new secrets in the console.",
        result: "The secrets of webhooks stay valid.",
        move: (tx, folder) => moveSecretsToCurrentKey(tx, webhookKeys(folder)),
      });
    case "backup-key":
      return secretsKey(target, {
        file: "backup.key",
        effect:
          "the key that encrypts the passphrases and logins of the targets of backups. Scheduled backups go on. An earlier copy of the data still contains them: if it may have been stolen, replace the passwords at the targets and add the targets again, each in a new folder.",
        result: "Scheduled backups go on.",
        move: (tx, folder) => moveTargetsToCurrentKey(tx, backupKeys(folder)),
      });
    case "seal-key":
      return newKey(target, {
        file: "seal.key",
        effect:
          "the key that signs the records of closed stocktakes. Records that are sealed already stay valid: each names the public key of its time. Whoever has the old key can sign forged records by it: compare the hash of the signed minutes too.",
        result: (folder) => `The new public key is ${publicKeyOf(sealKey(folder))}`,
      });
  }
}

function jwtKey({ tokenKey }: Secrets): Rotation {
  if (tokenKey !== null)
    throw new StartupError(
      "jwt-key: the setting Jwt:SecretKey (JWT_SECRET_KEY) is used, not the file jwt.key; change the setting and restart the server",
    );
  return newKey("jwt-key", {
    file: "jwt.key",
    effect:
      "the key that signs tokens. All logins end: every user must log in again. Paired devices stay paired and get new tokens automatically. Counts that were not sent yet stay on the devices and are sent afterwards.",
    before: endAllSessions,
    result: () => "All logins have ended.",
  });
}

/** A key without anything in the database that was made by it. */
interface NewKey {
  readonly file: KeyFile;
  readonly effect: string;
  /** Ends what the old key protects. First: after an interruption it is invalid already. */
  before?(tx: Tx): void;
  result(folder: string): string;
}

function newKey(target: Target, { file, effect, before, result }: NewKey): Rotation {
  return {
    effect: `${target}: ${effect}`,
    async apply(storage) {
      await storage.write(null, (tx) => {
        before?.(tx);
        recordReplaced(tx, target);
      });
      await storage.durable();
      replaceKey(storage.folder, file);
      return `${target}: replaced. ${result(storage.folder)}`;
    },
  };
}

/** A key that encrypts secrets in the database. */
interface SecretsKey {
  readonly file: KeyFile;
  readonly effect: string;
  readonly result: string;
  /** Encrypts the secrets under the first key of the file; returns how many can't be decrypted. */
  move(tx: Tx, folder: string): number;
}

function secretsKey(target: Target, { file, effect, result, move }: SecretsKey): Rotation {
  return {
    effect: `${target}: ${effect}`,
    async apply(storage) {
      // The file has both keys until the database is on the disk: cut off anywhere, the server reads every secret.
      addKey(storage.folder, file);
      const unreadable = await storage.write(null, (tx) => {
        recordReplaced(tx, target);
        return move(tx, storage.folder);
      });
      await storage.durable();
      removeEarlierKeys(storage.folder, file);
      const rest =
        unreadable === 0 ? "" : ` ${unreadable} secrets could not be decrypted and were not changed.`;
      return `${target}: replaced. ${result}${rest}`;
    },
  };
}

function certificateAuthority({ https, dataFolder }: Config): Rotation {
  if (https.own !== null)
    throw new StartupError(
      "ca: the server uses the site's own certificate (Https:CertificateFile); replace that file instead",
    );
  const old = currentAuthority(dataFolder);
  if (old === null)
    throw new StartupError(
      "ca: no authority exists yet; the server creates one when it starts with HTTPS on",
    );
  return {
    effect: `ca: the certificate authority and the server's certificate. Every terminal and browser must install the new one (page /trust) before it connects over HTTPS again; counts that were not sent yet stay on the terminals until then. Remove ${old} from them: its key can still be used to impersonate the server there.`,
    async apply(storage) {
      // Loaded on demand, as at a start.
      const { makeAuthority } = await import("../../tls/issue.ts");
      const pair = await makeAuthority(hostname(), makeClock().wallTime());
      prepareTlsFolder(storage.folder);
      const { certificate } = replaceAuthority(storage.folder, pair);
      await storage.write(null, (tx) => recordReplaced(tx, "ca"));
      await storage.durable();
      return `ca: replaced by ${commonNameOf(certificate)}, SHA-256 ${shownFingerprint(certificate)}`;
    },
  };
}

function recordReplaced(tx: Tx, key: Target): void {
  recordEvent(tx, { kind: "keyReplaced", tenantId: null, details: { key } });
}

/** Name of the present authority, which terminals trust; null: there is none. */
function currentAuthority(dataFolder: string): string | null {
  let found: CertificateAuthority | null;
  try {
    found = readAuthority(dataFolder);
  } catch (error) {
    // Damaged or incomplete: the server does not start with it, so it may be replaced.
    if (error instanceof StartupError) return "the old one";
    throw error;
  }
  return found && `the old one ("${commonNameOf(found.certificate)}")`;
}
