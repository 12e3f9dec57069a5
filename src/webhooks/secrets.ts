import { createHmac, randomBytes } from "node:crypto";
import { readKeys, secretKeys } from "../access/secrets/key-files.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

// Signatures of the Standard Webhooks specification
// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).

const PREFIX = "whsec_";
/** The specification permits 24 to 64. */
const SECRET_BYTES = 32;

/** Encrypts the secrets of webhooks under `webhooks.key`, which is not in the database. */
export type WebhookKeys = ReturnType<typeof webhookKeys>;

/** Derives the keys of the data folder. */
export function webhookKeys(folder: string) {
  const keys = secretKeys(readKeys(folder, "webhooks.key"), "webhook secret");
  const ownerOf = (tenantId: number) => `tenant ${tenantId}`;
  return {
    encrypt: (tenantId: number, secret: Uint8Array) => keys.encrypt(ownerOf(tenantId), secret),
    /** Null: it was encrypted under another key. */
    decrypt: (tenantId: number, sealed: Buffer) => keys.decrypt(ownerOf(tenantId), sealed),
  };
}

/** A new secret: its bytes, and its text for the receiver. */
export function makeSecret(): { readonly bytes: Buffer; readonly text: string } {
  const bytes = randomBytes(SECRET_BYTES);
  return { bytes, text: `${PREFIX}${bytes.toString("base64")}` };
}

/** What is signed. */
interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: a signature by each secret. */
export function signatureOf({ id, timestamp, body }: SignedMessage, secrets: readonly Buffer[]): string {
  const text = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac("sha256", secret).update(text).digest("base64")}`)
    .join(" ");
}

/** Encrypts all secrets under the current key. Returns the number of secrets that no key decrypts; these do not change. */
export function moveSecretsToCurrentKey(tx: Tx, keys: WebhookKeys): number {
  let unreadable = 0;
  const moved = (tenantId: number, sealed: Buffer) => {
    const secret = keys.decrypt(tenantId, sealed);
    if (secret === null) unreadable++;
    return secret === null ? sealed : keys.encrypt(tenantId, secret);
  };
  for (const { oid, tenantId, secret, earlierSecret } of store.allSecrets.all(tx, {}))
    store.setSecrets.run(tx, {
      oid,
      secret: moved(tenantId, secret),
      earlierSecret: earlierSecret === null ? null : moved(tenantId, earlierSecret),
    });
  return unreadable;
}
