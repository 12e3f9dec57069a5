/** Summary of a database. */
export interface DatabaseContents {
  /** Names, oldest tenant first. */
  readonly tenants: readonly string[];
  readonly articles: number;
  readonly users: number;
  readonly inventories: number;
  readonly photos: number;
  /** When the first tenant was made (ISO 8601): it identifies the installation. Null: there is no tenant yet. */
  readonly installedDT: string | null;
  /** The restores and promotions of the data, oldest first. */
  readonly histories: readonly { readonly id: string; readonly copiedAt: string; readonly change: number }[];
  /** Time (ISO 8601) and number of the last change. */
  readonly at: string;
  readonly change: number;
}

/** Data of a version of the schema that this program does not read; foreign: too old. */
export const UNREADABLE = ["newer", "foreign"] as const;

/** Part of the data with a problem. */
type ProblemKind = (typeof UNREADABLE)[number] | "database" | "photo" | "file";

/** Problems of a check. The first few are kept as sentences, the others are only counted. */
export type Problems = ReturnType<typeof makeProblems>;

/** Result of the check of a data folder or of a copy. */
export interface Report {
  /** File name of the newest generation; null where there is none. */
  readonly generation: string | null;
  /** Version of the schema; null where the database can't be read. */
  readonly version: number | null;
  /** Version of the program that last used the folder; null where it is not recorded, as in an archive. */
  readonly program: string | null;
  readonly contents: DatabaseContents | null;
  readonly problems: Problems;
  /** Remarks that are not problems. */
  readonly notes: readonly string[];
}

const MAX_MESSAGES = 5;

/** Why this program can't read the data at all; null: it can. */
export function unreadableKind(problems: Problems): (typeof UNREADABLE)[number] | null {
  return UNREADABLE.find((kind) => problems.count(kind) > 0) ?? null;
}

/** Creates an empty list of problems. */
export function makeProblems() {
  const counts = new Map<ProblemKind, number>();
  const first: string[] = [];
  const badPhotos = new Set<string>();
  const add = (kind: ProblemKind, sentence: string) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (first.length < MAX_MESSAGES)
      first.push(
        sentence
          .split("\n")
          .map((line) => line.trim())
          .join(" "),
      );
  };
  return {
    add,
    /** Adds a photo file that is missing or damaged. */
    addPhoto(name: string, sentence: string) {
      badPhotos.add(name);
      add("photo", sentence);
    },
    badPhotos: badPhotos as ReadonlySet<string>,
    first: first as readonly string[],
    count(kind?: ProblemKind) {
      if (kind !== undefined) return counts.get(kind) ?? 0;
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
