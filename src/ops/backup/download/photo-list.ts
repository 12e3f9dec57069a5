import { sql } from "kysely";
import { forEachConcurrent } from "../../../platform/for-each-concurrent.ts";
import { sqlite, statement } from "../../../storage/database/statement.ts";
import type { Storage } from "../../../storage/storage.ts";

// Names and sizes of all photo files for one archive: a hundred bytes a file, mostly outside of the engine's own memory.

const AT_ONCE = 8;

/** The files of a box's photos at one moment. */
export interface PhotoNameList {
  /** Asks for the size of each; null: there is no such file, it is left out. `cost` is what a file of a size takes. */
  measure(
    size: (name: string) => Promise<number | null>,
    cost: (bytes: number) => number,
  ): Promise<PhotoList>;
}

/** The same with their sizes. */
export interface PhotoList {
  readonly missing: number;
  /** The sum of all costs. */
  readonly cost: number;
  each(): Generator<{ readonly name: string; readonly bytes: number }>;
}

const newestChange = statement((p: { id: number }) =>
  sqlite.selectFrom("changeCounter").select("change").where("id", "=", p.id),
);

/** What is not deleted now, or was deleted only after the change `after`: the held database still shows it. */
const names = statement((p: { deleted: 0; after: number }) => {
  const shown = sqlite
    .selectFrom("photo")
    .where((eb) => eb.or([eb("deleted", "=", p.deleted), eb("change", ">", p.after)]));
  // A small picture may be its own thumbnail: each file once.
  return shown
    .select((eb) => sql<string>`json_quote(${eb.ref("file")})`.as("json"))
    .union(shown.select((eb) => sql<string>`json_quote(${eb.ref("thumbnail")})`.as("json")));
});

/** The photo files of this very moment, though the names come later. */
export async function listCurrentPhotos({ db, reader }: Storage): Promise<PhotoNameList> {
  const after = newestChange.first(db, { id: 1 })?.change ?? 0;
  const { pieces } = await reader.rows(names.bound({ deleted: 0, after }));
  return {
    async measure(size, cost) {
      const sizes: (number | null)[][] = [];
      const sum = { missing: 0, cost: 0 };
      for (const piece of pieces) {
        const own = namesIn(piece);
        const found: (number | null)[] = own.map(() => null);
        await forEachConcurrent(own.entries(), AT_ONCE, async ([i, name]) => {
          const bytes = await size(name);
          found[i] = bytes;
          if (bytes === null) sum.missing++;
          else sum.cost += cost(bytes);
        });
        sizes.push(found);
      }
      return { ...sum, each: () => eachOf(pieces, sizes) };
    },
  };
}

function* eachOf(
  pieces: readonly Buffer[],
  sizes: readonly (readonly (number | null)[])[],
): ReturnType<PhotoList["each"]> {
  for (const [i, piece] of pieces.entries()) {
    for (const [j, name] of namesIn(piece).entries()) {
      const bytes = sizes[i]?.[j] ?? null;
      if (bytes !== null) yield { name, bytes };
    }
  }
}

/** A piece of the reader's answer: JSON texts joined by commas, with one before all but the first. */
function namesIn(piece: Buffer): string[] {
  return JSON.parse(`[${piece.toString().replace(/^,/, "")}]`);
}
