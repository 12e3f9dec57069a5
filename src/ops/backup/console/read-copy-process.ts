import { closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../../platform/config.ts";
import { errorMessage } from "../../../platform/error-code.ts";
import { readSavedCertificates } from "../../tls/certificates.ts";
import { type Report, unreadableKind } from "../check/report.ts";
import { STAGED } from "../data-folder/interrupted-restore.ts";
import { CopyError, faultOf } from "../restore/copy-error.ts";
import { findDataOrThrow, prepare } from "../restore/prepare.ts";
import { type FoundCopy, JOB_VARIABLE, type ReadCopyJob, type ReadMessage } from "./read-messages.ts";

// Reads a copy for the console, in a process of its own: a hostile copy may crash it, and it takes CPU time and memory.

const PROGRESS_INTERVAL_MS = 250;

process.umask(0o077);
const job: ReadCopyJob = JSON.parse(process.env[JOB_VARIABLE] ?? "");
try {
  send({ kind: "done", isStaged: await read(job) });
} catch (error) {
  const message = errorMessage(error);
  const missingBytes = error instanceof CopyError ? error.missingBytes : null;
  send({ kind: "failed", fault: faultOf(error), message, missingBytes });
}
process.exit(0);

function send(message: ReadMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Checks and prepares the copy. Returns whether it is prepared. */
async function read({
  path,
  madeAt,
  passphrase,
  scratch,
  dataFolder,
  reserveBytes,
}: ReadCopyJob): Promise<boolean> {
  const found = statSync(path);
  const fd = found.isDirectory() ? null : openSync(path, "r");
  let sentAt = 0;
  try {
    const { isStaged } = await prepare(
      {
        path: fd === null ? await findDataOrThrow(path, path) : path,
        madeAt: fd === null ? (madeAt ?? found.birthtimeMs) : null,
        passphrase,
        scratch,
        into: dataFolder,
        withoutMissingPhotos: true,
        reserveBytes,
      },
      fd,
      {
        progress(step, files) {
          const now = performance.now();
          if (files > 0 && now - sentAt < PROGRESS_INTERVAL_MS) return;
          sentAt = now;
          send({ kind: "progress", step, files });
        },
        checked: (report) => send({ kind: "checked", found: foundIn(report) }),
      },
    );
    if (isStaged) assertStartable(join(scratch, STAGED));
    return isStaged;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Reads the settings and the certificates as a start does. Throws CopyError where they would stop it. */
function assertStartable(folder: string): void {
  try {
    const { config } = readConfig({ ...process.env, DATA_DIR: folder });
    readSavedCertificates(config);
  } catch (error) {
    const reason = errorMessage(error);
    throw new CopyError(reason.replaceAll(`${folder}/`, ""), "settings");
  }
}

function foundIn({ contents, program, problems, notes }: Report): FoundCopy {
  return {
    holds: contents && {
      tenants: [...contents.tenants],
      articles: contents.articles,
      users: contents.users,
      inventories: contents.inventories,
      photos: contents.photos,
    },
    upToDT: contents?.at ?? null,
    change: contents?.change ?? null,
    installedDT: contents?.installedDT ?? null,
    histories: [...(contents?.histories ?? [])],
    program,
    unreadable: unreadableKind(problems),
    problems: [...problems.first],
    total: problems.count(),
    badPhotos: problems.count("photo"),
    notes: [...notes],
  };
}
