import { parseArgs } from "node:util";
import { StartupError } from "../platform/startup-error.ts";

const MAX_ARTICLES = 1_000_000;
const USAGE = "npm run demo -- [--articles N] [--allow-network]";

export interface Options {
  /** The number of articles of tenant 1 in a new folder. */
  readonly articles: number;
  /** Permits another address than loopback, although the passwords are public. */
  readonly allowNetwork: boolean;
}

/** Reads the command line of the demo. Throws StartupError on an unknown or invalid option. */
export function readOptions(args: string[]): Options {
  const { articles, "allow-network": allowNetwork } = parse(args);
  const number = /^\d{1,7}$/.test(articles) ? Number(articles) : Number.NaN;
  if (!(number <= MAX_ARTICLES)) {
    throw new StartupError(`--articles: must be a whole number from 0 to ${MAX_ARTICLES}, not "${articles}"`);
  }
  return { articles: number, allowNetwork };
}

/** Throws StartupError unless `host` is a loopback address. */
export function assertLoopback(host: string): void {
  if (/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)) return;
  throw new StartupError(
    `HOST ${host}: the demo's passwords are public, so it listens on loopback only; use --allow-network to permit other addresses`,
  );
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        articles: { type: "string", default: "500" },
        "allow-network": { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    // The first sentence of Node's message names the argument, the rest explains the shell.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/);
    throw new StartupError(`${first} (${USAGE})`);
  }
}
