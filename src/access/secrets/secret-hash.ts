import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { fairQueue } from "../../platform/fair-queue.ts";

const derive = promisify(argon2);

// OWASP's parameters for argon2id: 19 MiB, two passes.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

// One at a time leaves threads of the pool for the disk's flushes; a shift's logins wait their turn. Each address and
// each paired device is a lane of its own, so that many logins from one delay no other.
const inTurn = fairQueue({ perLane: 256, total: 1024 });
/** The lane of what no login waits for. */
const SERVER_LANE = "server";

/** The argon2id hash of a password or PIN, in the PHC string format. `lane`: whom others do not wait for. Throws Unavailable when too many wait. */
export async function hashSecret(secret: string, lane = SERVER_LANE): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn(lane, () => hashOf(secret, salt, MEMORY_KIB, PASSES));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${bare(salt)}$${bare(hash)}`;
}

/** True when `secret` is the one that was hashed (in the turn of `lane`); with no hash the work is done all the same, and the answer is false. */
export async function verifySecret(secret: string, stored: string | null, lane: string): Promise<boolean> {
  const [, memory, passes, salt, hash] = HASH.exec(stored ?? NOBODY) ?? [];
  if (!memory || !passes || !salt || !hash) throw new Error("a stored secret is no argon2id hash");
  const expected = Buffer.from(hash, "base64");
  const given = await inTurn(lane, () =>
    hashOf(secret, Buffer.from(salt, "base64"), Number(memory), Number(passes)),
  );
  return timingSafeEqual(given, expected) && stored !== null;
}

function hashOf(secret: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  return derive("argon2id", { message: secret, nonce: salt, memory, passes, parallelism: 1, tagLength: 32 });
}

function bare(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** Stands in for the hash of whoever does not exist, so that the answer takes as long. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${bare(randomBytes(16))}$${bare(randomBytes(32))}`;
