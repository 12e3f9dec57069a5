import { createHash, randomBytes } from "node:crypto";
import { Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";

/** Begins each key, so that scanners for leaked secrets find it. */
const PREFIX = "tallybox_";
/** 256 bits: no limit of attempts is needed against guessing. */
const KEY_BYTES = 32;
const HINT_CHARACTERS = PREFIX.length + 4;

/** A new key. The server stores its hash and its hint only. */
interface NewKey {
  /** `tallybox_` and 43 characters (base64url, RFC 4648 §5). */
  readonly key: string;
  readonly keyHash: Buffer;
  /** The first characters, by which people recognize the key. */
  readonly hint: string;
}

/** Makes a random key. */
export function makeKey(): NewKey {
  const key = `${PREFIX}${randomBytes(KEY_BYTES).toString("base64url")}`;
  return { key, keyHash: hashOf(key), hint: key.slice(0, HINT_CHARACTERS) };
}

/** The key of an `Authorization` header; null: the header holds another kind of token. */
export function keyIn(header: string): string | null {
  const [, key] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  return key?.startsWith(PREFIX) ? key : null;
}

/** SHA-256 of a key. A key is random, so a slow hash would add nothing. */
export function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The error for a key that is unknown, expired or revoked. */
export const invalidKey = () =>
  new Unauthenticated(msg("This API key is not valid: it is unknown, expired or revoked."), true);
