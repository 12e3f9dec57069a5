import { readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = join(import.meta.dirname, "../../package.json");
const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { readonly version: string };

/** The program's name and version, and the version of the contract that it implements. */
export const VERSION = { name: "tallybox", version, contractVersion: "1.0.43" } as const;

/** The release date of this version, milliseconds since 1970. A clock with an earlier time is wrong. */
export const RELEASED = Date.UTC(2026, 10, 25);
