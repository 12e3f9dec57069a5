import { promptLine } from "../../../platform/prompt.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { parseArguments, reportFailure, scriptCommand, usageError } from "../../command-line.ts";
import { readServerConfig } from "../../installation.ts";
import { assertStopped, enterDataFolder, withStorage } from "../tenant/folder.ts";
import { prepareRotation, TARGETS, type Target } from "./rotations.ts";

// Program of scripts/rotate. It replaces keys of a stopped server, so that no running server mixes old and new keys.

const USAGE = `${scriptCommand("rotate")} ${TARGETS.join(" | ")} … [--yes]`;
const AFTERWARDS =
  "Earlier backups, copies of the data folder and tallybox.before-* folders hold the old keys: delete those that are not needed, and make a new backup.";

/** The validated command line. */
interface Options {
  /** At least one, without duplicates. */
  readonly targets: readonly Target[];
  /** No prompt for confirmation. */
  readonly isConfirmed: boolean;
}

/** Parses the command line. Throws StartupError on unknown arguments. */
function readOptions(args: string[]): Options {
  const options = { yes: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArguments({ args, allowPositionals: true, options }, USAGE);
  const unknown = positionals.find((argument) => !TARGETS.some((target) => target === argument));
  if (unknown !== undefined) throw usageError(`Unknown key "${unknown}".`, USAGE);
  if (positionals.length === 0) throw usageError("The key is missing.", USAGE);
  return {
    targets: TARGETS.filter((target) => positionals.includes(target)),
    isConfirmed: values.yes,
  };
}

async function assertConfirmed(isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY)
    throw new StartupError("Nothing was changed. Repeat the command with --yes to replace the keys.");
  const answer = await promptLine('Type "yes" to continue: ');
  if (answer.trim().toLowerCase() !== "yes") throw new StartupError("Cancelled. Nothing was changed.");
}

async function rotate(args: string[]): Promise<void> {
  const { targets, isConfirmed } = readOptions(args);
  const { config, secrets } = readServerConfig();
  enterDataFolder(config.dataFolder);
  const rotations = targets.map((target) => prepareRotation(target, config, secrets));
  assertStopped(config.dataFolder);
  for (const { effect } of rotations) process.stderr.write(`${effect}\n`);
  await assertConfirmed(isConfirmed);
  await withStorage(config, async (storage) => {
    for (const rotation of rotations) process.stdout.write(`${await rotation.apply(storage)}\n`);
  });
  process.stdout.write(`${AFTERWARDS}\n`);
}

try {
  process.umask(0o077);
  await rotate(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportFailure(error);
}
