import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "../harness/folder.ts";

// A data folder of version 116 of the schema, which today's program must go on with. The last commit of that version, 42b6fcd1, made
// it by 16 migrations: `npm run demo -- --articles 60`, then two devices, a service account, and counts over the API. The
// server was stopped in order.

/** An operation as a terminal sends it. */
interface Operation {
  readonly operationId: string;
  readonly kind: string;
}

/** What that server's clients know. */
interface Facts {
  /** Time of the stop, ISO 8601. Later, logins expire. */
  readonly at: string;
  /** Device tokens of a shared terminal, on which user 3 is logged in, and of user 3's own phone. */
  readonly terminal: string;
  readonly phone: string;
  /** Refresh tokens of user 2's console and of user 3 on the terminal. */
  readonly refreshToken: string;
  readonly terminalRefreshToken: string;
  readonly apiKey: string;
  /** A location that was added with an `Idempotency-Key`. */
  readonly idempotent: { readonly key: string; readonly body: object; readonly oid: number };
  /** The stocktake that is in progress, and the terminal's counts: `sent` were taken, `unsent` did not reach the server. */
  readonly inventory: number;
  readonly sent: readonly Operation[];
  readonly unsent: readonly Operation[];
  /** A photo of an item. */
  readonly photo: number;
  /** What an Admin got, by path. */
  readonly lists: Readonly<Record<string, unknown>>;
}

/** Unpacks the folder for the test, and returns its path and the facts. */
export function unpackFolder0016(): { readonly folder: string; readonly facts: Facts } {
  const parent = createFolder();
  execFileSync("tar", ["-xzf", join(import.meta.dirname, "folder-0016.tar.gz"), "-C", parent]);
  const facts: Facts = JSON.parse(readFileSync(join(parent, "facts.json"), "utf8"));
  return { folder: join(parent, "data"), facts };
}
