import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readSmallFile } from "../../platform/read-file.ts";
import { toDiskError } from "../../storage/files/disk-errors.ts";
import { syncFolder, writeSmallFile } from "../../storage/files/durable-files.ts";
import { UPGRADE_FOLDER } from "../../storage/files/file-names.ts";

/** The names that root reads (ops/installer/request.ts). It takes nothing else from the data folder. */
const BUNDLE = "bundle.tar.gz";
const SIGNATURE = `${BUNDLE}.sig`;
const REQUEST = "request";
/** For the console. Written last: without it there is no bundle. */
const DESCRIPTION = "bundle.json";

const Bundle = z.object({
  name: z.string(),
  bytes: z.int(),
  version: z.string(),
  uploadedDT: z.iso.datetime(),
});
/** An uploaded bundle. */
type UploadedBundle = z.output<typeof Bundle>;

/** The requests that the scripts know. */
export type UpgradeRequest = "upgrade" | "return keep-data" | "return earlier-data" | "address";

/** Runs a change of files. Throws Unavailable where the disk is full or rejects it. */
function onDisk(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw toDiskError(error) ?? error;
  }
}

/** The files of an upgrade in the data folder. All work is done at once, so that two requests do not mix theirs. */
export class UpgradeInbox {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, UPGRADE_FOLDER);
  }

  /** The uploaded bundle; null: there is none. */
  bundle(): UploadedBundle | null {
    try {
      const parsed = Bundle.safeParse(JSON.parse(readSmallFile(join(this.#folder, DESCRIPTION)) ?? "null"));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  /** Takes a checked bundle with its signature (`.sig` beside it), both on the disk, in place of an earlier one. */
  keep(path: string, bundle: UploadedBundle): void {
    this.removeBundle();
    onDisk(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      renameSync(path, join(this.#folder, BUNDLE));
      renameSync(`${path}.sig`, join(this.#folder, SIGNATURE));
      writeSmallFile(join(this.#folder, DESCRIPTION), JSON.stringify(bundle));
    });
  }

  removeBundle(): void {
    for (const name of [DESCRIPTION, SIGNATURE, BUNDLE])
      rmSync(join(this.#folder, name), { force: true, recursive: true });
  }

  /** Whether a request of the console waits for root's script. */
  hasRequest(): boolean {
    return this.waitingSince() !== null && !this.#isAddress();
  }

  /** Since when a request waits, of the console or for the address; null: none does. */
  waitingSince(): number | null {
    return statSync(join(this.#folder, REQUEST), { throwIfNoEntry: false })?.mtimeMs ?? null;
  }

  /** Writes a request, whole and on the disk. */
  request(request: UpgradeRequest): void {
    onDisk(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeSmallFile(join(this.#folder, REQUEST), `${request}\n`);
    });
  }

  /** Drops a request of the console. That for the address of a promotion stays until root's script takes it. */
  dropRequest(): void {
    if (this.#isAddress()) return;
    rmSync(join(this.#folder, REQUEST), { force: true, recursive: true });
    if (existsSync(this.#folder)) syncFolder(this.#folder);
  }

  #isAddress(): boolean {
    try {
      return readSmallFile(join(this.#folder, REQUEST)) === "address\n";
    } catch {
      return false;
    }
  }
}
