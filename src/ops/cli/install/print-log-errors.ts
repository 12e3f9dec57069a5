import { readFileSync } from "node:fs";
import { logErrors } from "../../doctor/errors.ts";

// For install.sh and upgrade.sh: prints the errors in the log of a service that did not start, read from standard input.

const STANDARD_INPUT = 0;
process.stderr.write(`${logErrors(readFileSync(STANDARD_INPUT, "utf8")).join("\n")}\n`);
