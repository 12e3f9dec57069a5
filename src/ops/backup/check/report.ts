/** What a copy holds, as its database says. */
export interface DatabaseContents {
  /** In the order of their making. */
  readonly tenants: readonly string[];
  readonly articles: number;
  readonly users: number;
  readonly inventories: number;
  readonly photos: number;
  /** When it was written to last, ISO 8601, and by which change. */
  readonly at: string;
  readonly change: number;
}

/** What a problem is about. */
export type ProblemKind = "newer" | "database" | "photo" | "file";

/** What was found wrong. The first few are kept as sentences, the others are counted. */
export interface Problems {
  add(kind: ProblemKind, sentence: string): void;
  /** The photo files that are missing or not what they were. */
  addPhoto(name: string, sentence: string): void;
  readonly badPhotos: ReadonlySet<string>;
  readonly first: readonly string[];
  count(kind?: ProblemKind): number;
}

/** What the check of a data folder, or of a copy of one, has found. */
export interface Report {
  /** File name of the newest generation; null where there is none. */
  readonly generation: string | null;
  /** The version of its schema; null where the database can't be read. */
  readonly version: number | null;
  /** The version of the program that worked on it last; null where it is not noted, as in an archive. */
  readonly program: string | null;
  readonly contents: DatabaseContents | null;
  readonly problems: Problems;
  /** What a person should know of it though nothing is wrong. */
  readonly notes: readonly string[];
}

const MOST_KEPT = 5;

/** An empty list of problems. */
export function makeProblems(): Problems {
  const counts = new Map<ProblemKind, number>();
  const first: string[] = [];
  const badPhotos = new Set<string>();
  const add = (kind: ProblemKind, sentence: string) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (first.length < MOST_KEPT) first.push(sentence.replaceAll(/\s*\n\s*/g, " "));
  };
  return {
    add,
    addPhoto(name, sentence) {
      badPhotos.add(name);
      add("photo", sentence);
    },
    badPhotos,
    first,
    count(kind) {
      if (kind !== undefined) return counts.get(kind) ?? 0;
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
