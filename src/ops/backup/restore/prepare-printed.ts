import { EXIT } from "../../../platform/startup-error.ts";
import { type Report, unreadableKind } from "../check/report.ts";
import { type PrepareJob, type PrepareStep, prepare } from "./prepare.ts";
import { reportLines } from "./report-lines.ts";

/** Writes a line to standard error. */
export const writeLine = (line: string) => void process.stderr.write(`${line}\n`);

/**
 * Prepares a copy and prints its three lines, and the progress. Returns the exit status; other than 0 means that nothing may be
 * restored. Rejects with StartupError.
 */
export async function preparePrinted(job: PrepareJob, fd: number | null): Promise<number> {
  const progress = startProgress();
  try {
    const { report, isStaged } = await prepare(job, fd, {
      progress: progress.update,
      checked({ notes, ...rest }) {
        for (const note of notes) writeLine(`note: ${note}`);
        process.stdout.write(`${reportLines({ notes, ...rest }).join("\n")}\n`);
      },
    });
    if (isStaged) return 0;
    if (job.into !== null) writeLine(`Nothing was restored to ${job.into}.`);
    return statusOf(report);
  } finally {
    progress.stop();
  }
}

function statusOf({ problems }: Report): number {
  if (problems.count() === 0) return 0;
  return EXIT[unreadableKind(problems) ?? "damaged"];
}

const PROGRESS_INTERVAL_MS = 2000;
const TASKS: Readonly<Record<PrepareStep, string>> = {
  unpacking: "files unpacked",
  checking: "photo files checked",
  copying: "copied",
};

/** Prints the count on standard error every two seconds. */
function startProgress(): { update(step: PrepareStep, files: number): void; stop(): void } {
  let line: string | null = null;
  const print = () => {
    if (line !== null) process.stderr.write(line);
  };
  const timer = setInterval(print, PROGRESS_INTERVAL_MS).unref();
  return {
    update(step, files) {
      line = `${files} ${TASKS[step]} …\n`;
    },
    stop: () => clearInterval(timer),
  };
}
