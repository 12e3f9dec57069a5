import { nameKey } from "../storage/fold.ts";
import { say } from "../words.ts";
import type { MadeKind } from "./made.ts";
import type { PlanParts, TellFault } from "./plan.ts";
import * as store from "./store.ts";
import type { Field } from "./values.ts";

/** Records that rows name. */
export interface Names {
  /**
   * The id of what the row names; of several with one name `now`, where it is among them. Null where there is none, or none
   * that could be meant: told to `fault`.
   */
  find(name: string, now: number | null, fault: TellFault): number | null;
  nameOf(id: number | null): string | null;
}

/** Names compare without regard to case, but one that is written alike comes first. */
interface Known {
  readonly oid: number;
  readonly name: string;
}

function indexOf(records: Iterable<Known>) {
  const byKey = new Map<string, Known[]>();
  const byId = new Map<number, string>();
  const add = (record: Known) => {
    byId.set(record.oid, record.name);
    const key = nameKey(record.name);
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  };
  for (const record of records) add(record);
  return {
    add,
    among(name: string, now: number | null): readonly Known[] {
      const all = byKey.get(nameKey(name)) ?? [];
      const wanted = [
        all.filter(({ oid }) => oid === now),
        all.filter((record) => record.name === name),
        all,
      ].find((some) => some.length > 0);
      return wanted ?? [];
    },
    nameOf: (id: number | null) => (id === null ? null : (byId.get(id) ?? null)),
  };
}

const MADE = {
  category: { catalogue: "articleCategory", kind: "categories" },
  type: { catalogue: "articleType", kind: "types" },
} as const satisfies Partial<Record<Field, { catalogue: keyof typeof store.catalogue; kind: MadeKind }>>;

/** Categories or types: what is missing is made. */
export function madeNames({ db, hand, tenantId, made }: PlanParts, field: keyof typeof MADE): Names {
  const { catalogue, kind } = MADE[field];
  const index = indexOf(store.catalogue[catalogue].all(db, { tenantId }));
  return {
    find(name, now) {
      const [found] = index.among(name, now);
      if (found) return found.oid;
      const oid = hand.addToCatalogue(catalogue, name);
      made.note(kind, name);
      index.add({ oid, name });
      return oid;
    },
    nameOf: index.nameOf,
  };
}

/** States must exist. */
export function stateNames({ db, tenantId }: PlanParts): Names {
  const states = store.catalogue.articleState.all(db, { tenantId });
  const index = indexOf(states);
  const list = states.map(({ name }) => name).join(", ");
  return {
    find(name, now, fault) {
      const [found] = index.among(name, now);
      if (!found) {
        fault(
          "state",
          say(
            `There is no state "${name}"; there are: ${list}.`,
            `Stav „${name}“ neexistuje; jsou tu: ${list}.`,
          ),
        );
      }
      return found?.oid ?? null;
    },
    nameOf: index.nameOf,
  };
}

/** Users must exist: by user name, or by full name where only one has it. */
export function userNames({ db, tenantId }: PlanParts, field: "user" | "responsibleUser"): Names {
  const users = store.users.all(db, { tenantId });
  const byName = indexOf(users.map(({ oid, userName }) => ({ oid, name: userName })));
  const byFullName = indexOf(users.map(({ oid, fullName }) => ({ oid, name: fullName })));
  return {
    find(name, now, fault) {
      const named = byName.among(name, now);
      const [found, another] = named.length > 0 ? named : byFullName.among(name, now);
      if (!found) fault(field, say(`There is no user "${name}".`, `Uživatel „${name}“ neexistuje.`));
      else if (another) {
        fault(
          field,
          say(
            `Several users are called "${name}": write the user name.`,
            `„${name}“ se jmenuje více uživatelů: napište uživatelské jméno.`,
          ),
        );
        return null;
      }
      return found?.oid ?? null;
    },
    nameOf: byName.nameOf,
  };
}
