import { once } from "node:events";
import { createInterface } from "node:readline";
import { reportFailure } from "../../command-line.ts";
import type { PrepareJob } from "./prepare.ts";
import { preparePrinted } from "./prepare-printed.ts";

// Process of the data folder's owner (as-owner.ts). It gets its job on standard input, and an archive as ARCHIVE_FD.

const ARCHIVE_FD = 3;

process.umask(0o077);
const lines = createInterface({ input: process.stdin });
const [line] = await once(lines, "line");
// The calling process has ended.
lines.once("close", () => process.exit(1));
const job: PrepareJob = JSON.parse(line);
try {
  process.exit(await preparePrinted(job, job.madeAt === null ? ARCHIVE_FD : null));
} catch (error) {
  process.exit(reportFailure(error));
}
