import { parseArgs } from "node:util";
import { StartupError } from "../platform/startup-error.ts";

const MAX_ARTICLES = 1_000_000;
const USAGE = "npm run demo -- [--articles N] [--allow-network]";

export interface Options {
  /** How many articles tenant 1 gets where the folder is filled. */
  readonly articles: number;
  /** May listen on another address than loopback, though everybody knows the passwords. */
  readonly allowNetwork: boolean;
}

/** Reads the command line of the demo. Throws StartRefused on what it does not know. */
export function readOptions(args: string[]): Options {
  const { articles, "allow-network": allowNetwork } = parse(args);
  const number = /^\d{1,7}$/.test(articles) ? Number(articles) : Number.NaN;
  if (!(number <= MAX_ARTICLES)) {
    throw new StartupError(`--articles: must be a whole number from 0 to ${MAX_ARTICLES}, not "${articles}"`);
  }
  return { articles: number, allowNetwork };
}

/** Throws StartRefused unless `host` is this machine's own loopback. */
export function assertLoopback(host: string): void {
  if (/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)) return;
  throw new StartupError(
    `HOST ${host}: the demo's passwords are public, so it listens on loopback only; --allow-network lets it out`,
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
    // Node's own sentences: the first names the argument, the rest explains the shell.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/);
    throw new StartupError(`${first} (${USAGE})`);
  }
}
