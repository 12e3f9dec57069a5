import { parseArgs } from "node:util";
import { StartupError } from "../../../platform/startup-error.ts";

const USAGE = "npm run rotate -- jwt-key | device-key | ca | second-factor-key … [--yes]";
const TARGETS = ["jwt-key", "device-key", "ca", "second-factor-key"] as const;

/** What can be replaced. */
export type Target = (typeof TARGETS)[number];

/** The command line, checked. */
export interface Options {
  /** Each once, at least one. */
  readonly targets: readonly Target[];
  /** Nobody is asked. */
  readonly isConfirmed: boolean;
}

/** Reads the command line. Throws StartupError on what it does not know. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((word) => !TARGETS.some((target) => target === word));
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
    // Node's own sentences: the first names the argument, the rest explains the shell.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/);
    throw new StartupError(`${first} (${USAGE})`);
  }
}
