import { parseArguments } from "../ops/command-line.ts";
import { StartupError } from "../platform/startup-error.ts";
import type { Contents } from "./fill.ts";

const MAX_ARTICLES = 1_000_000;
const USAGE = "npm run demo -- [--articles N] [--without-fields] [--allow-network]";
const OPTIONS = {
  articles: { type: "string", default: "500" },
  "without-fields": { type: "boolean", default: false },
  "allow-network": { type: "boolean", default: false },
} as const;

/** The options of the command line. */
interface Options extends Contents {
  /** Permits another address than loopback, although the passwords are public. */
  readonly allowNetwork: boolean;
}

/** Reads the command line of the demo. Throws StartupError on an unknown or invalid option. */
export function readOptions(args: string[]): Options {
  const { values } = parseArguments({ args, options: OPTIONS }, USAGE);
  const { articles, "without-fields": isPlain, "allow-network": allowNetwork } = values;
  const number = /^\d{1,7}$/.test(articles) ? Number(articles) : Number.NaN;
  if (!(number <= MAX_ARTICLES)) {
    throw new StartupError(`--articles: must be a whole number from 0 to ${MAX_ARTICLES}, not "${articles}"`);
  }
  return { articles: number, hasFields: !isPlain, allowNetwork };
}

/** Throws StartupError unless `host` is a loopback address. */
export function assertLoopback(host: string): void {
  if (/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)) return;
  throw new StartupError(
    `HOST ${host}: the demo's passwords are public, so it listens on loopback only; use --allow-network to permit other addresses`,
  );
}
