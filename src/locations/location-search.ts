import { z } from "zod";
import { fold } from "../domain/text-folding.ts";
import { parsedRows } from "../storage/database/json.ts";
import type { Storage } from "../storage/storage.ts";
import { all } from "./store.ts";

const Listed = z.array(z.object({ oid: z.int(), name: z.string(), code: z.string().nullable() }));

interface SearchEntry {
  readonly oid: number;
  readonly text: string;
}

/** Searches the locations in memory. Reads them again only after a change. */
export function createLocationSearch({ reader, versions }: Storage) {
  const known = new Map<number, { readonly change: number; readonly locations: readonly SearchEntry[] }>();

  async function locationsOf(tenantId: number): Promise<readonly SearchEntry[]> {
    // Read first, so that a change during the read is seen next time.
    const change = versions.of(tenantId, ["location"]);
    const before = known.get(tenantId);
    if (before?.change === change) return before.locations;
    const listed = Listed.parse(parsedRows(await reader.rows(all.bound({ tenantId }))));
    const locations = listed.map(({ oid, name, code }) => ({ oid, text: fold(`${name}\n${code ?? ""}`) }));
    known.set(tenantId, { change, locations });
    return locations;
  }

  return {
    /** For each folded word, the oids of the tenant's locations whose name or code contains it. */
    async findByWords(tenantId: number, words: readonly string[]) {
      if (words.length === 0) return [];
      const locations = await locationsOf(tenantId);
      return words.map((word) => locations.filter(({ text }) => text.includes(word)).map(({ oid }) => oid));
    },
  };
}
