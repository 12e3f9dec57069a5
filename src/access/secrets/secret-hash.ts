import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { fairQueue } from "../../platform/fair-queue.ts";

const derive = promisify(argon2);

// OWASP's parameters for argon2id: 19 MiB, two passes.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A lane of the queue of computations. Lanes of one kind have turns. All callers of kind `unknown` together are one lane of the others. */
export interface HashLane {
  readonly kind: "known" | "unknown";
  readonly name: string;
}

const LIMITS = { perLane: 256, total: 1024 };
// One computation at a time leaves pool threads for the disk's flushes.
const queue = fairQueue(LIMITS);
const unknownCallers = fairQueue(LIMITS);
/** The lane of computations without a login. */
const SERVER_LANE = "server";
const UNKNOWN_LANE = "unknown callers";

/**
 * Runs a computation in the turn of its lane. Of unknown callers one at most is in the shared queue, so another lane's first
 * computation waits for at most one of theirs.
 */
function inTurn<T>({ kind, name }: HashLane, compute: () => Promise<T>): Promise<T> {
  return kind === "known" ? queue(name, compute) : unknownCallers(name, () => queue(UNKNOWN_LANE, compute));
}

/**
 * Hashes a password or PIN by argon2id, in the PHC string format. `lane`: the name of the queue's lane. Throws Unavailable when too many
 * computations wait.
 */
export async function hashSecret(secret: string, lane = SERVER_LANE): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn({ kind: "known", name: lane }, () => hashOf(secret, salt, MEMORY_KIB, PASSES));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * True when `secret` matches the stored hash. Without a stored hash the computation takes the same time, and the result is
 * false. Throws Unavailable when too many computations wait.
 */
export async function verifySecret(secret: string, stored: string | null, lane: HashLane): Promise<boolean> {
  const [, memory, passes, salt, hash] = HASH.exec(stored ?? DUMMY_HASH) ?? [];
  if (!memory || !passes || !salt || !hash) throw new Error("a stored secret is not an argon2id hash");
  const expected = Buffer.from(hash, "base64");
  const actual = await inTurn(lane, () =>
    hashOf(secret, Buffer.from(salt, "base64"), Number(memory), Number(passes)),
  );
  return timingSafeEqual(actual, expected) && stored !== null;
}

function hashOf(secret: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  return derive("argon2id", { message: secret, nonce: salt, memory, passes, parallelism: 1, tagLength: 32 });
}

/** Base64 without padding (PHC string format). */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** The hash that replaces a missing one, so that the check takes the same time. */
const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;
