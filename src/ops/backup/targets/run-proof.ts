import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { scratchBytesFor } from "../check/verify-copy.ts";
import { RepositoryError } from "../restic/failures.ts";
import type { Repository, Snapshot } from "../restic/repository.ts";
import { runProgram } from "../restic/run.ts";
import type { BackupProof } from "./shapes.ts";

const PROCESS = fileURLToPath(new URL("./proof-process.ts", import.meta.url));

const VERIFY_MS = 24 * 3_600_000;

const Outcome = z.object({
  upToDT: z.string().nullable(),
  problems: z.array(z.string()),
  total: z.int(),
});

/** Where and how a proof runs. */
interface ProofOptions {
  /** An empty private folder for the restored data. */
  readonly work: string;
  /** Bytes that may be used. */
  readonly freeBytes: number;
  /** Bytes of the open database with its log. */
  readonly databaseBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Restores the newest snapshot into a scratch folder and checks it as `restore` does, all at the lowest priority. Null: there is no
 * snapshot. Rejects with RepositoryError where the proof can't be made.
 */
export async function runProof(
  repository: Repository,
  { work, freeBytes, databaseBytes, signal }: ProofOptions,
): Promise<Omit<BackupProof, "at" | "ms"> | null> {
  await repository.unlock();
  const [newest] = await repository.snapshots();
  if (newest === undefined) return null;
  const needed = (await repository.restoredBytes(newest.id)) + scratchBytesFor(databaseBytes);
  if (needed > freeBytes)
    throw new RepositoryError("noSpace", `${needed} bytes are needed, ${Math.max(0, freeBytes)} are free`);
  const [restored, scratch] = [join(work, "restored"), join(work, "scratch")];
  for (const folder of [restored, scratch]) await mkdir(folder, { mode: 0o700 });
  await repository.restore(newest.id, restored);
  const { upToDT, problems, total } = await verify(restored, scratch, newest, signal);
  return { snapshot: newest.id, upToDT, isWhole: total === 0, problems, total };
}

async function verify(folder: string, scratch: string, { at, change }: Snapshot, signal: AbortSignal) {
  const end = await runProgram({
    program: process.execPath,
    args: [PROCESS, folder, scratch, at, String(change ?? 0)],
    signal,
    timeoutMs: VERIFY_MS,
  });
  signal.throwIfAborted();
  if (end.wasKilled) throw new RepositoryError("killed", "");
  if (end.status !== 0)
    throw new Error(
      `the process of the proof ended with ${String(end.status)}: ${end.messages.slice(-1000)}`,
    );
  return Outcome.parse(JSON.parse(end.lines.join("")));
}
