import { randomInt } from "node:crypto";
import { z } from "zod";
import { deriveKey, readKeys, secretKeys } from "../../../access/secrets/key-files.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { DestinationSecrets } from "../restic/destination.ts";
import * as store from "./store.ts";

/** The secrets of a target. */
export const TargetSecrets = z.object({ secrets: DestinationSecrets, passphrase: z.string() });
export type TargetSecrets = z.output<typeof TargetSecrets>;

/** Encrypts the secrets of targets under `backup.key`, which is not in the database. */
export type BackupKeys = ReturnType<typeof backupKeys>;

const OWNER = "backup target";

/** Derives the keys of the data folder. */
export function backupKeys(folder: string) {
  const lines = readKeys(folder, "backup.key");
  const keys = secretKeys(lines, "backup target");
  return {
    encrypt: (secrets: TargetSecrets) => keys.encrypt(OWNER, Buffer.from(JSON.stringify(secrets))),
    /** Null: they were encrypted under another key. */
    decrypt(sealed: Buffer) {
      const found = keys.decrypt(OWNER, sealed);
      return found && TargetSecrets.parse(JSON.parse(found.toString()));
    },
    /** Seed of the SSH key for a server (restic/connection.ts). It stays the same until `backup.key` is replaced. */
    sshSeed: (host: string, port: number) =>
      deriveKey(lines[0], `ssh ${host.toLowerCase()} ${port}`).toString("base64url"),
  };
}

/** Encrypts all secrets under the current key. Returns the number of targets whose secrets no key decrypts. */
export function moveTargetsToCurrentKey(tx: Tx, keys: BackupKeys): number {
  let unreadable = 0;
  for (const { oid, secrets: sealed } of store.allSecrets.all(tx, {})) {
    const secrets = keys.decrypt(sealed);
    if (secrets === null) unreadable++;
    else store.setSecrets.run(tx, { oid, secrets: keys.encrypt(secrets) });
  }
  return unreadable;
}

/** Without letters and digits that look alike on paper. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 6;
const GROUP_LENGTH = 4;

/** A new passphrase: 24 characters in groups, 118 bits. */
export function makePassphrase(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
