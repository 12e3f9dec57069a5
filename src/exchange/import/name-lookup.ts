import { findUserByName, listUserNames } from "../../access/users/users.ts";
import { catalogueStateName, globalStateName } from "../../catalogue/article-states.ts";
import { listCatalogueNames } from "../../catalogue/catalogue.ts";
import { type Message, msg } from "../../domain/message.ts";
import { fold, nameKey } from "../../domain/text-folding.ts";
import { trimCharacters } from "../../domain/trim-characters.ts";
import { LOCALE_CODES } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type Issue, issueValue, type ReportIssue } from "./issues.ts";
import type { CreatedKind, PlanContext, ShownValue } from "./planner.ts";
import type { ListColumn, NameColumn, NamedList } from "./table-fields.ts";

/** A record that a row refers to by name. */
export interface NameRef {
  /** Null: the record does not exist yet. */
  readonly oid: number | null;
  readonly name: string;
  /** The id of the record, which is created if it is missing. */
  id(): number;
}

/** Finds records by name. */
export interface NameLookup {
  /**
   * The record with this name. Of several records, `now` (the stored reference) comes first. Null: there is none or the name is
   * ambiguous, which is reported. `mayCreate`: a missing record is created when the row is written.
   */
  find(name: string, now: number | null, mayCreate: boolean, report: ReportIssue): NameRef | null;
  nameOf(id: number | null): string | null;
}

/** The name of a record as it is shown: a state of the product in the language of who reads it. */
export const shownName = (field: NameColumn, oid: number | null, name: string | null): ShownValue =>
  (field === "state" && oid !== null ? globalStateName(oid) : null) ?? name;

/** A record by name. Names compare without regard to case; an exact match comes first. */
interface NamedRecord {
  readonly oid: number;
  readonly name: string;
  /** Created by this import. */
  readonly isNew?: boolean;
}

function indexOf(records: Iterable<NamedRecord>, keyOf: (name: string) => string = nameKey) {
  const byKey = new Map<string, NamedRecord[]>();
  const byId = new Map<number, string>();
  /** Adds another name of a record. */
  const alias = (name: string, record: NamedRecord) => {
    const key = keyOf(name);
    const others = byKey.get(key);
    if (others) others.push(record);
    else byKey.set(key, [record]);
  };
  const add = (record: NamedRecord) => {
    byId.set(record.oid, record.name);
    alias(record.name, record);
  };
  for (const record of records) add(record);
  return {
    add,
    alias,
    among(name: string, now: number | null): readonly NamedRecord[] {
      const all = byKey.get(keyOf(name)) ?? [];
      const matches = [
        all.filter(({ oid }) => oid === now),
        all.filter((record) => record.name === name),
        all,
      ].find((some) => some.length > 0);
      return matches ?? [];
    },
    nameOf: (id: number | null) => (id === null ? null : (byId.get(id) ?? null)),
  };
}

type NameIndex = ReturnType<typeof indexOf>;

const refOf = ({ oid, name }: NamedRecord): NameRef => ({ oid, name, id: () => oid });

/** The lists whose records articles name. `kind`: what the import calls those that it creates. */
const LISTS = {
  category: {
    catalogue: "articleCategory",
    kind: "categories",
    unknown: msg("This category does not exist."),
  },
  type: { catalogue: "articleType", kind: "types", unknown: msg("This type does not exist.") },
  state: { catalogue: "articleState", kind: "states", unknown: msg("This state does not exist.") },
} as const satisfies Readonly<
  Record<ListColumn, { catalogue: NamedList; kind: CreatedKind; unknown: Message }>
>;

/** The lists whose records articles name. */
export const NAMED_LISTS = Object.values(LISTS).map(({ catalogue }) => catalogue);

/** The records that the tenant sees in the list of a column, with their names in the language of the site. */
function recordsOf(db: Db, tenantId: number, field: ListColumn): NamedRecord[] {
  const { language } = readSettings(db).settings;
  const records = listCatalogueNames(db, LISTS[field].catalogue, tenantId);
  if (field !== "state") return records;
  return records.map(({ oid, name }) => ({ oid, name: catalogueStateName(oid, name, language) }));
}

/** Their names, by column. */
export function readListNames(db: Db, tenantId: number): Readonly<Record<ListColumn, readonly string[]>> {
  const namesOf = (field: ListColumn) => recordsOf(db, tenantId, field).map(({ name }) => name);
  return { category: namesOf("category"), type: namesOf("type"), state: namesOf("state") };
}

/** Finds categories, types or states by name. Missing categories and types are created by default. */
export function catalogueLookup(
  { db, writer, tenantId, created, added }: PlanContext,
  field: ListColumn,
): NameLookup {
  const { catalogue, kind, unknown } = LISTS[field];
  const { language } = readSettings(db).settings;
  const messageOf = (oid: number) => (field === "state" ? globalStateName(oid) : null);
  const earlier = added(catalogue);
  const records = recordsOf(db, tenantId, field).map((one) => ({ ...one, isNew: earlier.has(one.oid) }));
  const index = indexOf(records);
  // A global state is found by its name in each language. A tenant's own state with such a name comes first.
  for (const record of records) {
    const message = messageOf(record.oid);
    for (const other of LOCALE_CODES)
      if (message !== null && other !== language) index.alias(textIn(message, other), record);
  }
  const names = records.map(({ oid, name }) => messageOf(oid) ?? name);
  const isCreated = field !== "state";

  function create(name: string): number {
    // Another row, perhaps with other letter case, may have created it.
    const [found] = index.among(name, null);
    if (found) return found.oid;
    const oid = writer.addToCatalogue(catalogue, name);
    created.add(kind, name);
    index.add({ oid, name, isNew: true });
    return oid;
  }

  return {
    find(name, now, mayCreate, report) {
      const [found] = index.among(name, now);
      if (found && found.isNew !== true) return refOf(found);
      const message = isCreated
        ? msg('"{name}" does not exist.', { name })
        : msg('The state "{name}" does not exist. Use one of: {names}.', { name, names });
      if (isCreated || !mayCreate) {
        const issue: Issue = {
          field,
          kind: "unknown",
          message,
          value: issueValue(name),
          causeMessage: unknown,
        };
        report(isCreated ? { ...issue, isCreated } : issue);
      }
      if (found) return refOf(found);
      return isCreated || mayCreate ? { oid: null, name, id: () => create(name) } : null;
    },
    nameOf: index.nameOf,
  };
}

type PersonField = "user" | "responsibleUser";
const UNKNOWN_PERSON: Readonly<Record<PersonField, Message>> = {
  user: msg("This user does not exist."),
  responsibleUser: msg("This responsible user does not exist."),
};
const SEVERAL = msg("Several users have this name.");

/** Finds users by user name, by full name, or by first and last name in any order. */
export class PersonLookup {
  readonly #context: PlanContext;
  readonly #byName: NameIndex;
  readonly #byFullName: NameIndex;
  readonly #byPerson: NameIndex;
  readonly #takenNames = new Set<string>();

  constructor(context: PlanContext) {
    this.#context = context;
    const users = listUserNames(context.db, context.tenantId);
    const added = context.added("user");
    const named = (oid: number, name: string) => ({ oid, name, isNew: added.has(oid) });
    const fullNames = users.map(({ oid, fullName }) => named(oid, fullName));
    this.#byName = indexOf(users.map(({ oid, userName }) => named(oid, userName)));
    this.#byFullName = indexOf(fullNames);
    this.#byPerson = indexOf(fullNames, personKey);
  }

  /** The look-up for the values of a field. */
  of(field: PersonField): NameLookup {
    return {
      find: (name, now, mayCreate, report) => this.#find(field, name, { now, mayCreate, report }),
      nameOf: this.#byName.nameOf,
    };
  }

  #find(
    field: PersonField,
    name: string,
    { now, mayCreate, report }: { now: number | null; mayCreate: boolean; report: ReportIssue },
  ): NameRef | null {
    const value = issueValue(name);
    const [found, another] = this.#candidates(name, now);
    if (another !== undefined) {
      const message = msg('Several users are named "{name}". Use the user name.', { name });
      report({ field, kind: "ambiguous", message, value, causeMessage: SEVERAL });
      return null;
    }
    // A user created by this import counts as missing, so each row needs the decision.
    if (found !== undefined && (mayCreate || found.isNew !== true)) {
      // Changes are shown with the user name, which nobody knows yet of a user that this import creates.
      const userName = found.isNew === true ? null : this.#byName.nameOf(found.oid);
      return { ...refOf(found), name: userName ?? found.name };
    }
    if (mayCreate) return { oid: null, name, id: () => this.#create(name) };
    const message = msg('The user "{name}" does not exist.', { name });
    report({ field, kind: "unknown", message, value, causeMessage: UNKNOWN_PERSON[field] });
    return null;
  }

  #candidates(name: string, now: number | null): readonly NamedRecord[] {
    for (const index of [this.#byName, this.#byFullName]) {
      const found = index.among(name, now);
      if (found.length > 0) return found;
    }
    return personKey(name) === "" ? [] : this.#byPerson.among(name, now);
  }

  /** Creates an inactive user without a secret. An Admin activates the user and sets one. */
  #create(name: string): number {
    const { db, writer, created } = this.#context;
    const [found] = this.#candidates(name, null);
    if (found) return found.oid;
    const names = splitPersonName(name);
    const isTaken = (userName: string) =>
      this.#takenNames.has(userName) || findUserByName(db, userName) !== null;
    const userName = proposeUserName(names, isTaken);
    this.#takenNames.add(userName);
    const secrets = { passwordHash: null, pinHash: null };
    const oid = writer.addUser({ userName, ...names, roles: ["User"], isActive: false, ...secrets });
    created.add("users", name);
    const fullName = `${names.firstName} ${names.lastName}`.trim();
    this.#byName.add({ oid, name: userName, isNew: true });
    this.#byFullName.add({ oid, name: fullName, isNew: true });
    this.#byPerson.add({ oid, name: fullName, isNew: true });
    return oid;
  }
}

/** Academic titles before or after a name, folded, without dots. */
const ACADEMIC = new Set(
  "ing bc mgr mga bca judr mudr mddr mvdr phdr rndr paeddr pharmdr thdr thlic dr doc prof phd csc drsc dis mba msc ba arch".split(
    " ",
  ),
);
/** Titles before a name only. After a first name they are a last name, as in `Peter Pan`. */
const COURTESY = new Set(["mr", "mrs", "ms", "pan", "pani", "slecna", "herr", "frau"]);

/** Common first names, folded. They show which of two names is the first name. */
const FIRST_NAMES = new Set(
  (
    "adam adela ales alena alex alexandra alice alzbeta amy andrea andrew anna anne anezka anthony antonin barbora barbara ben " +
    "benjamin blanka bohumil bohuslav bozena brian bretislav charles chris christopher dagmar dalibor dan dana daniel daniela david " +
    "denis denisa dominik edita eduard elena eliska ella emil emily emma erik ester eva filip frantisek frantiska gabriela george " +
    "hana hanka hedvika helen helena hynek ilona irena iva ivan ivana iveta ivo jack jakub james jan jana jane jarmila jaromir " +
    "jaroslav jaroslava jennifer jessica jindrich jiri jirina jitka joe john josef joseph julie kamil kamila karel karin karolina " +
    "kate katerina kevin klara kristina kristyna ladislav laura lenka leos libor libuse linda lubomir lubos lucie lucy ludek ludmila " +
    "lukas magdalena marcela marek maria marie marketa mark marta martin martina mary matej matthew matyas michael michaela michal " +
    "milada milan milena miloslav milos miloslava miroslav miroslava monika nada natalie nela nicole nikola nikolas oldrich olga oliver " +
    "olivia ondrej otakar patrick patrik paul pavel pavla pavlina peter petr petra radek radka radim radomir radovan renata richard " +
    "robert roman romana rostislav ruzena sabina sam samuel sara sarah sebastian silvie simon simona sofie sona stanislav stanislava " +
    "stella stepan stepanka susan sylva sarka tadeas tamara tereza thomas tim tobias tom tomas tomasz vaclav valerie vendula vera " +
    "veronika viktor viktorie vit vitezslav vladimir vladimira vlasta vojtech william zaneta zbynek zdenek zdenka zdena zuzana"
  ).split(" "),
);

/**
 * The words of a person's name, by comma-separated part. Titles are removed from both ends of each part as long as two words
 * remain, because some titles are names too.
 */
function partsOf(name: string): string[][] {
  const parts = name.split(/[,;]/).map((part) =>
    part
      .split(/\s+/)
      .map((word) => trimCharacters(word, "."))
      .filter((word) => word !== ""),
  );
  let left = parts.flat().length;
  const isAcademic = (word = "") => ACADEMIC.has(fold(word).replaceAll(".", ""));
  const isCourtesy = (word = "") => COURTESY.has(fold(word));
  for (const part of parts.toReversed()) for (; left > 2 && isAcademic(part.at(-1)); left--) part.pop();
  for (const part of parts) {
    // A single name before a comma is a last name.
    const isTitle = (word = "") => isAcademic(word) || (part.length > 1 && isCourtesy(word));
    for (; left > 2 && isTitle(part[0]); left--) part.shift();
  }
  return parts;
}

/** A key that is equal for `Jan Novák`, `Novák Jan`, `Novák, Jan` and `Ing. Jan Novak`. Empty if there is no name. */
export function personKey(name: string): string {
  return partsOf(name).flat().map(fold).sort().join(" ");
}

/**
 * Splits a full name into first and last name, without titles. The last name comes first if a comma follows it, or if only the
 * other name is a common first name.
 */
function splitPersonName(name: string): { firstName: string; lastName: string } {
  const parts = partsOf(name);
  const [before = [], after = []] = parts;
  if (before.length > 0 && after.length > 0)
    return { firstName: after.join(" "), lastName: before.join(" ") };
  const words = parts.flat();
  const [first = name.trim(), ...others] = words;
  const last = others.at(-1);
  if (last === undefined) return { firstName: "", lastName: first };
  const isFirst = (word: string) => FIRST_NAMES.has(fold(word));
  const isTurned = isFirst(last) && !isFirst(first);
  return isTurned
    ? { firstName: last, lastName: words.slice(0, -1).join(" ") }
    : { firstName: words.slice(0, -1).join(" "), lastName: last };
}

/** Proposes a free user name for a person, such as `jan.novak`. */
function proposeUserName(
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
  isTaken: (userName: string) => boolean,
): string {
  const plain = (text: string) => fold(text).replace(/[^a-z0-9]+/g, "");
  const base = [firstName, lastName].map(plain).filter(Boolean).join(".").slice(0, 60) || "user";
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!isTaken(name)) return name;
  }
}
