import { parseArgs } from "node:util";
import { StartupError } from "../../../platform/startup-error.ts";

const USAGE = "npm run rotate -- jwt-key | device-key | ca | second-factor-key … [--yes]";
const TARGETS = ["jwt-key", "device-key", "ca", "second-factor-key"] as const;

/** A key that can be replaced. */
export type Target = (typeof TARGETS)[number];

/** The validated command line. */
export interface Options {
  /** At least one, without duplicates. */
  readonly targets: readonly Target[];
  /** No prompt for confirmation. */
  readonly isConfirmed: boolean;
}

/** Parses the command line. Throws StartupError on unknown arguments. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((argument) => !TARGETS.some((target) => target === argument));
  if (unknown !== undefined) throw new StartupError(`"${unknown}" is no key (${USAGE})`);
  if (positionals.length === 0) throw new StartupError(`which key? (${USAGE})`);
  return {
    targets: TARGETS.filter((target) => positionals.includes(target)),
    isConfirmed: values.yes,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { yes: { type: "boolean", default: false } },
    });
  } catch (error) {
    // The first sentence of Node's message names the argument; the rest explains shells.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/);
    throw new StartupError(`${first} (${USAGE})`);
  }
}
