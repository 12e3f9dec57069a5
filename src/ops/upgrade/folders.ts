import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { OtherSystemFailed, WrongState } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { forEachConcurrent } from "../../platform/concurrency-limit.ts";
import { diskFullError } from "../../storage/files/disk-errors.ts";
import { getTarget, listTargets } from "../backup/targets/targets.ts";
import { runProcess } from "../programs/run.ts";
import { isOlder } from "./previous.ts";
import type { UpgradeState } from "./shapes.ts";

const PROCESS = new URL("./folder-process.ts", import.meta.url);

/** A list is read again when it is older than this. */
const FRESH_MS = 30_000;
/** A folder that did not respond, or whose process has failed, is read again after this time. */
const PAUSE_MS = 5 * 60_000;
/** At the lowest priority, the process itself may need seconds to start. */
const LIST_TIMEOUT_MS = 20_000;
/** Shorter than the console waits. */
const FETCH_TIMEOUT_MS = 110_000;
const FOLDERS_AT_ONCE = 2;
const MAX_BUNDLES = 24;

/** Runs folder-process.ts with these arguments. Null: the folder did not respond in time. */
export type FolderReader = (
  args: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<FolderOutcome | null>;

type FolderBundle = NonNullable<UpgradeState["folderBundles"]>[number];

/** The bundles at the top of the folders of backup targets. A process of its own reads them, because a network drive may hang. */
export class BundleFolders {
  readonly #dependencies: Pick<Dependencies, "storage" | "clock" | "log">;
  readonly #installed: string;
  readonly #reader: FolderReader;
  readonly #stopping = new AbortController();
  #found: FolderBundle[] | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  /** Times until which folders are left alone. */
  readonly #pausedUntil = new Map<string, number>();

  constructor(
    dependencies: Pick<Dependencies, "storage" | "clock" | "log">,
    installed: string,
    reader: FolderReader = readFolder,
  ) {
    this.#dependencies = dependencies;
    this.#installed = installed;
    this.#reader = reader;
  }

  /** The newer bundles for this machine, as last found, the newest first; null: not known yet. It never waits for a folder. */
  list(): FolderBundle[] | null {
    const { clock, log } = this.#dependencies;
    if (!this.#isReading && clock.now() - this.#readAt >= FRESH_MS) {
      this.#isReading = true;
      this.#read()
        .catch((error: unknown) => log.warn({ err: error }, "the folders of the backups could not be read"))
        .finally(() => {
          // After a failure too: the console asks each second.
          this.#readAt = clock.now();
          this.#isReading = false;
        });
    }
    return this.#found;
  }

  /** Copies a bundle to `copy`, which must not exist. Returns its signature. Throws NotFound, WrongState or OtherSystemFailed. */
  async fetch(targetId: number, name: string, copy: string): Promise<string> {
    const { destination } = getTarget(this.#dependencies.storage.db, targetId);
    if (destination.kind !== "folder" || name !== basename(name)) throw new WrongState(TEXTS.missing);
    const outcome = await this.#run([destination.path, name, copy], FETCH_TIMEOUT_MS);
    const error = outcome === null ? "silent" : outcome.error;
    if (error === "noSpace") throw diskFullError();
    if (error === "silent" || error === "unreadable") throw new OtherSystemFailed(TEXTS[error]);
    if (error !== null) throw new WrongState(TEXTS[error]);
    return readFileSync(`${copy}.sig`, "utf8");
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #read(): Promise<void> {
    const { storage } = this.#dependencies;
    const found: FolderBundle[] = [];
    const targets = listTargets(storage.db);
    await forEachConcurrent(targets, FOLDERS_AT_ONCE, async ({ oid, name: targetName, destination }) => {
      if (destination.kind !== "folder") return;
      for (const { name, bytes } of await this.#bundlesIn(destination.path)) {
        const [, version, arch] = BUNDLE_FILE.exec(name) ?? [];
        if (version === undefined || arch !== process.arch || !isOlder(this.#installed, version)) continue;
        found.push({ targetId: oid, targetName, name, bytes, version });
      }
    });
    found.sort((one, other) => (isOlder(one.version, other.version) ? 1 : -1));
    this.#found = found.slice(0, MAX_BUNDLES);
  }

  /** The bundles in a folder; none while it is left alone, because its process has failed or did not end in time. */
  async #bundlesIn(path: string): Promise<FolderOutcome["bundles"]> {
    const { clock, log } = this.#dependencies;
    if (clock.now() < (this.#pausedUntil.get(path) ?? 0)) return [];
    const outcome = await this.#run([path], LIST_TIMEOUT_MS).catch((error: unknown) => {
      log.warn({ err: error, path }, "a folder of the backups could not be read");
      return null;
    });
    if (outcome === null) this.#pausedUntil.set(path, clock.now() + PAUSE_MS);
    return outcome?.bundles ?? [];
  }

  #run(args: readonly string[], timeoutMs: number): Promise<FolderOutcome | null> {
    return this.#reader(args, timeoutMs, this.#stopping.signal);
  }
}

const readFolder: FolderReader = (args, timeoutMs, signal) =>
  runProcess(FolderOutcome, PROCESS, args, { timeoutMs, signal });

const TEXTS: Readonly<Record<Exclude<FolderError, "noSpace"> | "silent", Message>> = {
  missing: msg("The bundle is no longer in the folder. Choose another one."),
  notAFile: msg("The bundle or its signature is a link or a folder, not a file. Copy the files themselves."),
  tooLarge: msg("The bundle or its signature is too large."),
  growing: msg("The bundle is still being copied into the folder. Wait until it is complete."),
  noSignature: msg("The signature is missing. Put the .sig file of the bundle into the same folder."),
  unreadable: msg("The server can't read the bundle in the folder. Check the rights and the drive."),
  silent: msg("The folder does not respond. Check the network drive, or upload the bundle instead."),
};

// What the process that reads folders (folder-process.ts) and the server say to each other.

/** The name of a bundle as it is published. */
export const BUNDLE_FILE = /^tallybox-(\d{1,9}\.\d{1,9}\.\d[-+.0-9A-Za-z]{0,48})-linux-(x64|arm64)\.tar\.gz$/;

/** Why a folder could not be read, or a bundle not be copied. */
const FOLDER_ERRORS = [
  "missing",
  "notAFile",
  "tooLarge",
  "growing",
  "noSignature",
  "noSpace",
  "unreadable",
] as const;
export type FolderError = (typeof FOLDER_ERRORS)[number];

export const FolderOutcome = z.object({
  error: z.enum(FOLDER_ERRORS).nullable(),
  bundles: z.array(z.object({ name: z.string(), bytes: z.int() })),
});
export type FolderOutcome = z.output<typeof FolderOutcome>;
