import { parseArguments, scriptCommand, usageError } from "../../command-line.ts";

const TARGETS = ["jwt-key", "device-key", "ca", "second-factor-key", "webhook-key", "backup-key"] as const;
const USAGE = `${scriptCommand("rotate")} ${TARGETS.join(" | ")} … [--yes]`;

/** A key that can be replaced. */
export type Target = (typeof TARGETS)[number];

/** The validated command line. */
interface Options {
  /** At least one, without duplicates. */
  readonly targets: readonly Target[];
  /** No prompt for confirmation. */
  readonly isConfirmed: boolean;
}

/** Parses the command line. Throws StartupError on unknown arguments. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((argument) => !TARGETS.some((target) => target === argument));
  if (unknown !== undefined) throw usageError(`Unknown key "${unknown}".`, USAGE);
  if (positionals.length === 0) throw usageError("The key is missing.", USAGE);
  return {
    targets: TARGETS.filter((target) => positionals.includes(target)),
    isConfirmed: values.yes,
  };
}

function parse(args: string[]) {
  const options = { yes: { type: "boolean", default: false } } as const;
  return parseArguments({ args, allowPositionals: true, options }, USAGE);
}
