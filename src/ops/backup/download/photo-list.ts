import { sql } from "kysely";
import { forEachConcurrent } from "../../../platform/concurrency-limit.ts";
import { sqlite, statement } from "../../../storage/database/statement.ts";
import { selectFrom } from "../../../storage/database/table-statements.ts";
import type { Storage } from "../../../storage/storage.ts";

// Names and sizes of all photo files for one archive: about 100 bytes a file, mostly in buffers outside the JavaScript heap.

const CONCURRENCY = 8;

/** Names of all photo files at one moment. */
interface PhotoNameList {
  /** Adds the sizes. A file without a size (null) is missing and left out. `cost` gives the archive bytes of a size. */
  measure(
    size: (name: string) => Promise<number | null>,
    cost: (bytes: number) => number,
  ): Promise<PhotoList>;
}

/** Names and sizes of the photo files. */
export interface PhotoList {
  readonly missing: number;
  /** Sum of all costs in bytes. */
  readonly cost: number;
  each(): Generator<{ readonly name: string; readonly bytes: number }>;
}

const newestChange = selectFrom("changeCounter", ["id"], ["change"]);

/** Files of photos that are not deleted, or were deleted after the change `after`: the held database still names them. */
const names = statement((p: { deleted: 0; after: number }) => {
  const shown = sqlite
    .selectFrom("photo")
    .where((eb) => eb.or([eb("deleted", "=", p.deleted), eb("change", ">", p.after)]));
  // A small picture may be its own thumbnail: each file once.
  return shown
    .select((eb) => sql<string>`json_quote(${eb.ref("file")})`.as("json"))
    .union(shown.select((eb) => sql<string>`json_quote(${eb.ref("thumbnail")})`.as("json")));
});

/** Lists the photo files of the moment of the call, although the names arrive later. */
export async function listCurrentPhotos({ db, reader }: Storage): Promise<PhotoNameList> {
  const after = newestChange.first(db, { id: 1 })?.change ?? 0;
  const { pieces } = await reader.rows(names.bound({ deleted: 0, after }));
  return {
    async measure(size, cost) {
      const sizes: (number | null)[][] = [];
      const sum = { missing: 0, cost: 0 };
      for (const piece of pieces) {
        const own = parseNames(piece);
        const found: (number | null)[] = own.map(() => null);
        await forEachConcurrent(own.entries(), CONCURRENCY, async ([i, name]) => {
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
    for (const [j, name] of parseNames(piece).entries()) {
      const bytes = sizes[i]?.[j] ?? null;
      if (bytes !== null) yield { name, bytes };
    }
  }
}

/** Parses a chunk of the reader's result: JSON texts joined by commas. All chunks but the first begin with a comma. */
function parseNames(piece: Buffer): string[] {
  return JSON.parse(`[${piece.toString().replace(/^,/, "")}]`);
}
