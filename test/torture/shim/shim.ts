import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** The compiled shim (shim.h), with the environment that makes a server use it. */
export interface Shim {
  environment(watched: Watched): Record<string, string>;
}

export interface Watched {
  /** The watched folder, as the server gets its name. */
  readonly folder: string;
  /** The file in which each change is recorded. */
  readonly journal?: string;
  /** An extra delay of each sync, so that many changes are unsynced at any moment. */
  readonly syncMs?: number;
  /** The memory page with the failing call (faults/plan.ts). */
  readonly plan?: string;
  /** A file to read as the kernel's boot id. */
  readonly bootId?: string;
}

/** Compiles the shim into `scratch` with the machine's C compiler. Throws where none exists. */
export async function compileShim(scratch: string): Promise<Shim> {
  const sources = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".c"));
  const library = join(scratch, "shim.so");
  const paths = sources.map((name) => join(import.meta.dirname, name));
  await promisify(execFile)("cc", ["-O2", "-fPIC", "-shared", "-o", library, ...paths, "-ldl", "-lpthread"]);
  return {
    environment: ({ folder, journal, syncMs, plan, bootId }) => ({
      LD_PRELOAD: library,
      // The kernel would write without asking libc.
      UV_USE_IO_URING: "0",
      SHIM_FOLDER: folder,
      ...(journal !== undefined && { SHIM_JOURNAL: journal }),
      ...(syncMs !== undefined && { SHIM_SYNC_MS: String(syncMs) }),
      ...(plan !== undefined && { SHIM_PLAN: plan }),
      ...(bootId !== undefined && { SHIM_BOOT_ID: bootId }),
    }),
  };
}
