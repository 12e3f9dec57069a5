import { hostname } from "node:os";
import { deleteAllCodes } from "../../../access/devices/registration-codes.ts";
import { factorKeys, moveToCurrentKey } from "../../../access/second-factor/keys.ts";
import { addKey, removeEarlierKeys, replaceKey } from "../../../access/secrets/key-files.ts";
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
  fingerprintOf,
  prepareTlsFolder,
  readAuthority,
  replaceAuthority,
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

const SECOND_FACTOR_KEY = "second-factor.key";

/** A validated replacement of one key. */
interface Rotation {
  /** The consequences, shown to the administrator before the confirmation. */
  readonly effect: string;
  /** Replaces the key and syncs it to the disk. Returns the line to print. */
  apply(storage: Storage): Promise<string>;
}

/** Prepares the replacement of a key. Throws StartupError where the server does not use that file. */
export function prepareRotation(target: Target, config: Config, secrets: Secrets): Rotation {
  if (target === "jwt-key") return jwtKey(secrets);
  if (target === "second-factor-key") return secondFactorKey();
  if (target === "webhook-key") return webhookKey();
  if (target === "backup-key") return backupKey();
  if (target === "seal-key") return sealKeyRotation();
  return target === "device-key" ? deviceKey() : certificateAuthority(config);
}

function jwtKey({ tokenKey }: Secrets): Rotation {
  if (tokenKey !== null)
    throw new StartupError(
      "jwt-key: the setting Jwt:SecretKey (JWT_SECRET_KEY) is used, not the file jwt.key; change the setting and restart the server",
    );
  return {
    effect:
      "jwt-key: the key that signs tokens. All logins end: every user must log in again. Paired devices stay paired and get new tokens automatically. Counts that were not sent yet stay on the devices and are sent afterwards.",
    async apply(storage) {
      // Sessions first: after an interruption here their tokens are invalid already.
      await storage.write(null, (tx) => {
        endAllSessions(tx);
        recordReplaced(tx, "jwt-key");
      });
      await storage.durable();
      replaceKey(storage.folder, "jwt.key");
      return "jwt-key: replaced. All logins have ended.";
    },
  };
}

function deviceKey(): Rotation {
  return {
    effect:
      "device-key: the key of pairing codes. Unused codes become invalid: create new ones. Paired devices stay paired.",
    async apply(storage) {
      await storage.write(null, (tx) => {
        deleteAllCodes(tx);
        recordReplaced(tx, "device-key");
      });
      await storage.durable();
      replaceKey(storage.folder, "device-codes.key");
      return "device-key: replaced. Unused pairing codes are invalid.";
    },
  };
}

function secondFactorKey(): Rotation {
  return {
    effect:
      "second-factor-key: the key of authenticator apps and recovery codes. Unused recovery codes become invalid: users create new ones on the account page. Authenticator apps and passkeys continue to work. An earlier copy of the data still contains the secrets of the apps: if it may have been stolen, reset the two-step login of its users.",
    async apply(storage) {
      // The file has both keys until the database is on the disk: cut off anywhere, the server reads every secret.
      addKey(storage.folder, SECOND_FACTOR_KEY);
      const keys = factorKeys(storage.folder);
      const unreadable = await storage.write(null, (tx) => {
        recordReplaced(tx, "second-factor-key");
        return moveToCurrentKey(tx, keys);
      });
      await storage.durable();
      removeEarlierKeys(storage.folder, SECOND_FACTOR_KEY);
      const rest =
        unreadable === 0 ? "" : ` ${unreadable} secrets could not be decrypted and were not changed.`;
      return `second-factor-key: replaced. Unused recovery codes are invalid.${rest}`;
    },
  };
}

function webhookKey(): Rotation {
  return secretsKey({
    target: "webhook-key",
    file: "webhooks.key",
    secrets: "The secrets of webhooks stay valid.",
    effect:
      "webhook-key: the key that encrypts the secrets of webhooks. The secrets stay valid. An earlier copy of the data still contains them: if it may have been stolen, make new secrets in the console.",
    move: (tx, folder) => moveSecretsToCurrentKey(tx, webhookKeys(folder)),
  });
}

function backupKey(): Rotation {
  return secretsKey({
    target: "backup-key",
    file: "backup.key",
    secrets: "Scheduled backups go on.",
    effect:
      "backup-key: the key that encrypts the passphrases and logins of the targets of backups. Scheduled backups go on. An earlier copy of the data still contains them: if it may have been stolen, replace the passwords at the targets and add the targets again, each in a new folder.",
    move: (tx, folder) => moveTargetsToCurrentKey(tx, backupKeys(folder)),
  });
}

function sealKeyRotation(): Rotation {
  return {
    effect:
      "seal-key: the key that signs the records of closed stocktakes. Records that are sealed already stay valid: each names the public key of its time. Whoever has the old key can sign forged records by it: compare the hash of the signed minutes too.",
    async apply(storage) {
      await storage.write(null, (tx) => recordReplaced(tx, "seal-key"));
      await storage.durable();
      replaceKey(storage.folder, "seal.key");
      return `seal-key: replaced. The new public key is ${publicKeyOf(sealKey(storage.folder))}`;
    },
  };
}

/** A key that encrypts secrets in the database. */
interface SecretsKey {
  readonly target: Target;
  readonly file: "webhooks.key" | "backup.key";
  readonly effect: string;
  readonly secrets: string;
  /** Encrypts the secrets under the first key of the file; returns how many can't be decrypted. */
  move(tx: Tx, folder: string): number;
}

function secretsKey({ target, file, effect, secrets, move }: SecretsKey): Rotation {
  return {
    effect,
    async apply(storage) {
      // As above: the file has both keys meanwhile.
      addKey(storage.folder, file);
      const unreadable = await storage.write(null, (tx) => {
        recordReplaced(tx, target);
        return move(tx, storage.folder);
      });
      await storage.durable();
      removeEarlierKeys(storage.folder, file);
      const rest =
        unreadable === 0 ? "" : ` ${unreadable} secrets could not be decrypted and were not changed.`;
      return `${target}: replaced. ${secrets}${rest}`;
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
      const groups = fingerprintOf(certificate).match(/.{1,4}/g) ?? [];
      return `ca: replaced by ${commonNameOf(certificate)}, SHA-256 ${groups.join(" ")}`;
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
