import { join } from "node:path";
import type { Plugin } from "vitest/config";
import { applyMutant, type Mutant } from "./mutants.ts";

/** A mutant of a file; paths are relative to the root. */
export interface MutatedFile {
  readonly file: string;
  readonly mutant: Mutant;
}

const ROOT = join(import.meta.dirname, "../..");

/** Tests run, and the server is built, with the mutant that the environment variable TALLYBOX_MUTANT holds as JSON; without it with the sources as they are. */
export function mutation(): Plugin[] {
  const text = process.env["TALLYBOX_MUTANT"];
  if (text === undefined) return [];
  const { file, mutant } = JSON.parse(text) as MutatedFile;
  const id = join(ROOT, file);
  return [
    {
      name: "mutation",
      enforce: "pre",
      // Vitest keeps transformed modules by the text of their file, which is that without the mutant.
      configureVitest({ defineCacheKeyGenerator }) {
        defineCacheKeyGenerator((module) => (module.id === id ? false : null));
      },
      transform: (code, module) => (module === id ? applyMutant(code, mutant) : null),
    },
  ];
}
