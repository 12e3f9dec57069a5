/** What an import makes beside the rows themselves. */
export type CreatedKind = "locations" | "categories" | "types" | "states" | "users";

const MOST_NAMED = 20;

/** Collects what is made on the way. */
export interface CreatedRecords {
  note(kind: CreatedKind, name: string): void;
  /** How many of each, and the names of the first twenty. */
  all(): Record<CreatedKind, { count: number; names: string[] }>;
}

export function collectCreated(): CreatedRecords {
  const made = {
    locations: { count: 0, names: [] as string[] },
    categories: { count: 0, names: [] as string[] },
    types: { count: 0, names: [] as string[] },
    states: { count: 0, names: [] as string[] },
    users: { count: 0, names: [] as string[] },
  };
  return {
    note(kind, name) {
      const one = made[kind];
      one.count++;
      if (one.names.length < MOST_NAMED) one.names.push(name);
    },
    all: () => made,
  };
}
