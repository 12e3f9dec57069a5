import { readFileSync } from "node:fs";
import { logErrors } from "../../doctor/errors.ts";

// For install.sh and upgrade.sh: the log of a service that did not start, on standard input, as a person can read it.

const STANDARD_INPUT = 0;
process.stderr.write(`${logErrors(readFileSync(STANDARD_INPUT, "utf8")).join("\n")}\n`);
