import { type ParseArgsConfig, parseArgs } from "node:util";
import { errorMessage } from "../platform/error-code.ts";
import { exitStatusOf, StartupError } from "../platform/startup-error.ts";
import { INSTALL_FOLDER, isInstalled } from "./installation.ts";

/** How an administrator starts a script of this release: by its path where it is installed, by npm in a checkout. */
export function scriptCommand(script: string, isRelease: boolean = isInstalled): string {
  return isRelease ? `sudo ${INSTALL_FOLDER}/current/scripts/${script}` : `npm run ${script} --`;
}

/** The error of an invalid command line. Its message ends with the usage. */
export function usageError(problem: string, usage: string): StartupError {
  return new StartupError(`${problem} Usage: ${usage}`);
}

/** Prints the reason of a failure in one line. Returns the exit status. */
export function reportFailure(error: unknown): number {
  process.stderr.write(`${errorMessage(error).replaceAll("\n", " ")}\n`);
  return exitStatusOf(error);
}

/** Parses arguments. Throws StartupError with the usage on unknown options and missing values. */
export function parseArguments<T extends ParseArgsConfig>(config: T, usage: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    // The first sentence of Node's message names the argument; the rest explains shells.
    const [first] = errorMessage(error).split(/\.(?:\s|$)/);
    throw usageError(`${first}.`, usage);
  }
}
