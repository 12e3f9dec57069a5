import { findUserByName } from "../../access/users/users.ts";
import { nameOfGlobalState } from "../../catalogue/article-states.ts";
import { type Locale, type Message, msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import { readSettings } from "../../settings/settings.ts";
import type { CreatedKind } from "./created-records.ts";
import { type Issue, issueValue, type TellIssue } from "./issues.ts";
import { namesOfPerson, personKey, userNameFor } from "./people.ts";
import type { PlanParts } from "./plan.ts";
import * as store from "./store.ts";

/** A record that a row names. */
export interface NameRef {
  /** Null: it does not exist yet. */
  readonly oid: number | null;
  readonly name: string;
  /** Its id; what does not exist is created. */
  id(): number;
}

/** Records that rows name. */
export interface Names {
  /**
   * What the row names; of several with one name `now`, where it is among them. Null where there is none, or none that could
   * be meant, which is told. `mayCreate`: what is missing is created.
   */
  find(name: string, now: number | null, mayCreate: boolean, tell: TellIssue): NameRef | null;
  nameOf(id: number | null): string | null;
}

/** Names compare without regard to case, but one that is written alike comes first. */
interface Known {
  readonly oid: number;
  readonly name: string;
  /** Created by this import. */
  readonly isNew?: boolean;
}

function indexOf(records: Iterable<Known>, keyOf: (name: string) => string = nameKey) {
  const byKey = new Map<string, Known[]>();
  const byId = new Map<number, string>();
  /** Finds the record by this name too. */
  const alias = (name: string, record: Known) => {
    const key = keyOf(name);
    const others = byKey.get(key);
    if (others) others.push(record);
    else byKey.set(key, [record]);
  };
  const add = (record: Known) => {
    byId.set(record.oid, record.name);
    alias(record.name, record);
  };
  for (const record of records) add(record);
  return {
    add,
    alias,
    among(name: string, now: number | null): readonly Known[] {
      const all = byKey.get(keyOf(name)) ?? [];
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

const refOf = ({ oid, name }: Known): NameRef => ({ oid, name, id: () => oid });

type CatalogueField = "category" | "type" | "state";
const CATALOGUES = {
  category: { catalogue: "articleCategory", kind: "categories" },
  type: { catalogue: "articleType", kind: "types" },
  state: { catalogue: "articleState", kind: "states" },
} as const satisfies Record<CatalogueField, { catalogue: keyof typeof store.catalogue; kind: CreatedKind }>;

const UNKNOWN: Readonly<Record<CatalogueField, Message>> = {
  category: msg("This category does not exist.", "Tato kategorie neexistuje."),
  type: msg("This type does not exist.", "Tento typ neexistuje."),
  state: msg("This state does not exist.", "Tento stav neexistuje."),
};

/** Categories, types or states by their names. Categories and types that are missing are created unless decided otherwise. */
export function catalogueNames({ db, hand, tenantId, made }: PlanParts, field: CatalogueField): Names {
  const { catalogue, kind } = CATALOGUES[field];
  const { language } = readSettings(db).settings;
  const wordsOf = (oid: number) => (field === "state" ? nameOfGlobalState(oid) : null);
  const records = store.catalogue[catalogue]
    .all(db, { tenantId })
    .map(({ oid, name }) => ({ oid, name: wordsOf(oid)?.[language] ?? name }));
  const index = indexOf(records);
  // The global states are known by their names in each language; a tenant's own state of such a name comes first.
  for (const record of records) {
    const words = wordsOf(record.oid);
    if (words !== null) index.alias(language === "cs" ? words.en : words.cs, record);
  }
  const listIn = (shown: Locale) => records.map(({ oid, name }) => wordsOf(oid)?.[shown] ?? name).join(", ");
  const isCreated = field !== "state";

  function create(name: string): number {
    // The same row, or one with another case, may have created it.
    const [found] = index.among(name, null);
    if (found) return found.oid;
    const oid = hand.addToCatalogue(catalogue, name);
    made.note(kind, name);
    index.add({ oid, name, isNew: true });
    return oid;
  }

  return {
    find(name, now, mayCreate, tell) {
      const [found] = index.among(name, now);
      if (found && found.isNew !== true) return refOf(found);
      const words = isCreated
        ? msg(`"${name}" does not exist.`, `„${name}“ neexistuje.`)
        : msg(
            `There is no state "${name}". Use one of: ${listIn("en")}.`,
            `Stav „${name}“ neexistuje. Použijte: ${listIn("cs")}.`,
          );
      if (isCreated || !mayCreate) {
        const issue: Issue = {
          field,
          kind: "unknown",
          words,
          value: issueValue(name),
          causeWords: UNKNOWN[field],
        };
        tell(isCreated ? { ...issue, isCreated } : issue);
      }
      if (found) return refOf(found);
      return isCreated || mayCreate ? { oid: null, name, id: () => create(name) } : null;
    },
    nameOf: index.nameOf,
  };
}

type PersonField = "user" | "responsibleUser";
const UNKNOWN_PERSON: Readonly<Record<PersonField, Message>> = {
  user: msg("This user does not exist.", "Tento uživatel neexistuje."),
  responsibleUser: msg("This responsible user does not exist.", "Tato odpovědná osoba neexistuje."),
};
const SEVERAL = msg("Several users have this name.", "Toto jméno má více uživatelů.");

/** Finds the people that articles name: by user name, by full name, or by first and last name in any order. */
export function peopleNames({ db, hand, tenantId, made }: PlanParts): (field: PersonField) => Names {
  const users = store.users.all(db, { tenantId });
  const byName = indexOf(users.map(({ oid, userName }) => ({ oid, name: userName })));
  const byFullName = indexOf(users.map(({ oid, fullName }) => ({ oid, name: fullName })));
  const byPerson = indexOf(
    users.map(({ oid, fullName }) => ({ oid, name: fullName })),
    personKey,
  );
  const takenNames = new Set<string>();

  function candidates(name: string, now: number | null): readonly Known[] {
    for (const index of [byName, byFullName]) {
      const found = index.among(name, now);
      if (found.length > 0) return found;
    }
    return personKey(name) === "" ? [] : byPerson.among(name, now);
  }

  /** Nobody can log in as this person until an Admin activates the user and sets a secret. */
  function create(name: string): number {
    const [found] = candidates(name, null);
    if (found) return found.oid;
    const names = namesOfPerson(name);
    const isTaken = (userName: string) => takenNames.has(userName) || findUserByName(db, userName) !== null;
    const userName = userNameFor(names, isTaken);
    takenNames.add(userName);
    const secrets = { passwordHash: null, pinHash: null };
    const oid = hand.addUser({ userName, ...names, roles: ["User"], isActive: false, ...secrets });
    made.note("users", name);
    const fullName = `${names.firstName} ${names.lastName}`.trim();
    byName.add({ oid, name: userName, isNew: true });
    byFullName.add({ oid, name: fullName, isNew: true });
    byPerson.add({ oid, name: fullName, isNew: true });
    return oid;
  }

  return (field) => ({
    find(name, now, mayCreate, tell) {
      const [found, another] = candidates(name, now);
      if (another !== undefined) {
        const words = msg(
          `Several users are named "${name}". Use the user name.`,
          `„${name}“ se jmenuje více uživatelů. Použijte uživatelské jméno.`,
        );
        tell({ field, kind: "ambiguous", words, value: issueValue(name), causeWords: SEVERAL });
        return null;
      }
      // Whoever this import creates is still one who does not exist: each row needs the decision.
      if (found !== undefined && (mayCreate || found.isNew !== true)) {
        // The change is shown with the user name.
        return { ...refOf(found), name: byName.nameOf(found.oid) ?? found.name };
      }
      if (mayCreate) return { oid: null, name, id: () => create(name) };
      const words = msg(`There is no user "${name}".`, `Uživatel „${name}“ neexistuje.`);
      tell({ field, kind: "unknown", words, value: issueValue(name), causeWords: UNKNOWN_PERSON[field] });
      return null;
    },
    nameOf: byName.nameOf,
  });
}
