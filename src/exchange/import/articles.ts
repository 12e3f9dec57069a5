import {
  type ArticleFields,
  type ArticleRecord,
  findArticleByCode,
  type NewArticle,
} from "../../articles/article.ts";
import {
  codesOfArticle,
  isKeyTaken,
  MAX_CODES,
  ownKeys,
  takenAsAdditional,
} from "../../articles/codes/codes.ts";
import { checkValue, type GivenValues, storedValues } from "../../articles/custom-values.ts";
import { stateRefused } from "../../articles/holder.ts";
import { storedPacks } from "../../articles/packs.ts";
import { type CustomFieldRecord, isFieldOf, listCustomFields } from "../../custom-fields/custom-field.ts";
import { ArticleState } from "../../domain/article-state.ts";
import { normalisedCode } from "../../domain/codes/code-key.ts";
import { msg } from "../../domain/message.ts";
import type { Pack } from "../../domain/packs.ts";
import { ownedChanges } from "../../master-data/ownership.ts";
import { plainNumber } from "../../platform/tables/cell.ts";
import { ARTICLE } from "../../records/article.ts";
import { columnOf, type Field as Declared, fieldsIn } from "../../records/record.ts";
import { codeListText, storedPackText } from "./cell-texts.ts";
import { yesNo } from "./cells.ts";
import { codeOf, missingIssue, type ReportIssue, reportMissingFields, reportMissingKey } from "./issues.ts";
import { catalogueLookup, type NameLookup, type NameRef, PersonLookup, shownName } from "./name-lookup.ts";
import {
  type FieldChange,
  outcomeOf,
  type PlanContext,
  type PlannedRow,
  type Planner,
  type ShownValue,
} from "./planner.ts";
import { type StockPlan, StockPlanner } from "./stock.ts";
import { type Field, type NameColumn, REQUIRED_FIELDS, type Row, type Values } from "./table-fields.ts";

const TAKEN = msg("already belongs to another article");
const OWNED = msg("is owned by the head office");
const HELD = msg("A person has this article. Take it back first.");

/**
 * Plans articles by their code. Absent values keep the stored ones. A new article needs name, category and type; its default
 * state is In stock. stock.ts plans the location.
 */
export function articlePlanner(context: PlanContext): Planner {
  const planner = new ArticlePlanner(context);
  return (row, report) => planner.plan(row, report);
}

class ArticlePlanner {
  readonly #context: PlanContext;
  readonly #names: ArticleNames;
  readonly #stock: StockPlanner;
  readonly #custom: CustomValuePlanner;

  constructor(context: PlanContext) {
    this.#context = context;
    this.#names = articleNames(context);
    this.#stock = new StockPlanner(context);
    this.#custom = new CustomValuePlanner(context);
  }

  plan(row: Row, reportIssue: ReportIssue): PlannedRow | null {
    const { db, tenantId, keys, defaults } = this.#context;
    let isWrong = row.invalid.length > 0;
    const report: ReportIssue = (issue) => {
      if (issue.isCreated !== true) isWrong = true;
      reportIssue(issue);
    };
    const { code } = row.values;
    reportMissingKey("code", code, row.invalid, report);
    if (code !== undefined && keys.isRepeated("code", code, code, row.number, reportIssue)) return null;
    const record = code === undefined ? null : findArticleByCode(db, tenantId, code);
    if (record === null && code !== undefined && takenAsAdditional(db, tenantId, [code]).length > 0)
      report({ field: "code", kind: "other", message: TAKEN, code: codeOf(TAKEN), value: code });
    const values = record === null ? { ...defaults, ...row.fallbacks, ...row.values } : row.values;
    const named = namedRecords(this.#names, row, values, record, report);
    if (record === null && code !== undefined)
      reportMissingFields(this.#context.columns, REQUIRED_FIELDS.articles, values, row.invalid, report);
    this.#checkOwned(code, values, named, record, report);
    const held = record && stateRefused(db, record, named.state?.oid ?? undefined);
    if (held !== null)
      report({ field: "state", kind: "other", message: held, code: codeOf(HELD), causeMessage: HELD });
    const categoryId = named.category === undefined ? (record?.categoryId ?? null) : named.category.oid;
    const custom = this.#custom.plan(row, values, { record, categoryId }, report);
    const stock = this.#stock.plan(row, values, record?.oid ?? null, report);
    const codes = planCodes(this.#context, row, record, report);
    if (isWrong || code === undefined) return null;
    const changes = [...articleChanges(this.#names, values, named, record), ...custom.changes];
    const isChanged = changes.length > 0;
    const write = () => this.#write(row, values, named, { record, custom, stock, codes, isChanged });
    const outcome = outcomeOf(code, record === null, [...changes, ...codes.changes, ...stock.changes]);
    return { ...outcome, unit: values.unit ?? record?.unit ?? null, write };
  }

  /** Reports each value that the head office owns and the row would change. */
  #checkOwned(
    code: string | undefined,
    values: Values,
    named: NamedRecords,
    record: ArticleRecord | null,
    report: ReportIssue,
  ): void {
    const { db, tenantId } = this.#context;
    const name = values.name ?? record?.name;
    const present = record && this.#names.category.nameOf(record.categoryId);
    const category = named.category?.name ?? present;
    // Missing values are reported already.
    if (code === undefined || name === undefined || category === null) return;
    const before = record && { ...record, category: () => present };
    for (const { path, text } of ownedChanges(db, tenantId, before, {
      code,
      name,
      category: () => category,
    })) {
      const field = path === "category" ? "category" : "name";
      report({ field, kind: "other", message: text, code: codeOf(OWNED), causeMessage: OWNED });
    }
  }

  #write(
    row: Row,
    values: Values,
    named: NamedRecords,
    { record, custom, stock, codes, isChanged }: PlannedParts,
  ): void {
    const { writer, tenantId } = this.#context;
    const { photo } = row;
    const fields: ArticleFields = {
      ...givenFields(values),
      customFields: custom.given,
      packs: values.packs,
      ...namedIds(named),
      ...(record === null && named.state === undefined && { stateId: ArticleState.InStock }),
    };
    if (record === null) {
      // A location without pieces is created too.
      const added = stock.moves.map(({ location, quantity }) => ({ locationId: location.id(), quantity }));
      // The required fields of a new article were checked before.
      const article = { ...fields, code: row.values.code } as NewArticle;
      writer.addArticle(
        article,
        added.filter(({ quantity }) => quantity > 0),
        codes.added,
        photo,
      );
      return;
    }
    if (isChanged) writer.changeArticle(record, fields);
    if (codes.added.length > 0) writer.addCodes(record, codes.added);
    if (photo !== undefined) writer.addPhoto(record, photo);
    for (const { location, quantity } of stock.moves)
      writer.setStock({ tenantId, articleId: record.oid, locationId: location.id() }, quantity);
  }
}

/** What is planned of an article beside its fields. */
interface PlannedParts {
  /** Null: a new article. */
  readonly record: ArticleRecord | null;
  readonly custom: PlannedValues;
  readonly stock: StockPlan;
  readonly codes: PlannedCodes;
  /** Whether its fields change. */
  readonly isChanged: boolean;
}

/** The lookups of the records that an article refers to by name. */
type ArticleNames = Readonly<Record<NameColumn, NameLookup>>;

/** The records that a row names; undefined: the row does not name one. */
type NamedRecords = { readonly [K in keyof ArticleNames]: NameRef | undefined };

/** The lookups of an import. Both columns of people find and create the same persons. */
function articleNames(context: PlanContext): ArticleNames {
  const people = new PersonLookup(context);
  return {
    category: catalogueLookup(context, "category"),
    type: catalogueLookup(context, "type"),
    state: catalogueLookup(context, "state"),
    user: people.of("user"),
    responsibleUser: people.of("responsibleUser"),
  };
}

/** The records that a row names. Reports each that is not found; the row is not used then. */
function namedRecords(
  names: ArticleNames,
  row: Row,
  values: Values,
  record: ArticleRecord | null,
  report: ReportIssue,
): NamedRecords {
  const refOf = (field: NameColumn) => {
    const name = values[field];
    if (name === undefined) return undefined;
    const mayCreate = row.creates?.includes(field) ?? false;
    return names[field].find(name, record?.[`${field}Id`] ?? null, mayCreate, report) ?? undefined;
  };
  return {
    category: refOf("category"),
    type: refOf("type"),
    state: refOf("state"),
    user: refOf("user"),
    responsibleUser: refOf("responsibleUser"),
  };
}

/** An unknown category has no field of its own. */
const NO_CATEGORY = 0;

interface PlannedValues {
  /** Undefined: the row has no value. */
  readonly given: GivenValues | undefined;
  readonly changes: readonly FieldChange[];
}

/** Plans the custom fields of an article. Empty cells keep the stored values. */
class CustomValuePlanner {
  readonly #context: PlanContext;
  readonly #fields: readonly CustomFieldRecord[];

  constructor(context: PlanContext) {
    this.#context = context;
    this.#fields = listCustomFields(context.db, context.tenantId);
  }

  /** `categoryId`: that of the article after the row; null: a new or unknown one. `record` null: a new article. */
  plan(
    row: Row,
    values: Values,
    { record, categoryId }: { record: ArticleRecord | null; categoryId: number | null },
    report: ReportIssue,
  ): PlannedValues {
    const stored = storedValues(record?.customValues ?? null);
    const given: Record<string, string> = {};
    const changes: FieldChange[] = [];
    for (const field of this.#fields) {
      const column = `field:${field.oid}` as const;
      const value = values[column];
      const before = stored[field.oid];
      if (value === undefined) {
        this.#checkRequired(field, row, record, categoryId, report);
        continue;
      }
      const checked = checkValue(field, categoryId ?? NO_CATEGORY, before, value);
      if ("error" in checked)
        report({ field: column, kind: "other", message: checked.error, code: codeOf(checked.error) });
      else if (checked.value !== null && checked.value !== before) {
        given[field.oid] = checked.value;
        changes.push({
          field: column,
          before: record && shownValue(field, before ?? null),
          after: shownValue(field, checked.value),
        });
      }
    }
    return { given: changes.length === 0 ? undefined : given, changes };
  }

  /** A new article needs a value of a required field that the file has. */
  #checkRequired(
    field: CustomFieldRecord,
    row: Row,
    record: ArticleRecord | null,
    categoryId: number | null,
    report: ReportIssue,
  ): void {
    const column = `field:${field.oid}` as const;
    const { headers, columns } = this.#context;
    const isNeeded = record === null && field.isRequired === 1 && isFieldOf(field, categoryId ?? NO_CATEGORY);
    if (isNeeded && headers[column] !== undefined && !row.invalid.includes(column))
      report(missingIssue(columns, column));
  }
}

/** A value of a custom field as it is shown. */
const shownValue = ({ type }: CustomFieldRecord, value: string | null): ShownValue =>
  type === "yesNo" && value !== null ? yesNo(value === "true") : value;

const TOO_MANY = msg("An article can have at most {max} additional codes.", { max: MAX_CODES });

/** The codes that a row adds to its article. Codes are never removed. */
interface PlannedCodes {
  readonly added: readonly string[];
  readonly changes: readonly FieldChange[];
}

const NONE: PlannedCodes = { added: [], changes: [] };

/** Plans the additional codes of a row. Reports a code of another article, or of an earlier row. */
function planCodes(
  { db, tenantId, keys, headers }: PlanContext,
  { number, values }: Row,
  record: ArticleRecord | null,
  report: ReportIssue,
): PlannedCodes {
  const { code: ownCode, additionalCodes } = values;
  if (headers.additionalCodes === undefined || ownCode === undefined) return NONE;
  const isOfEarlierRow = (of: "own" | "additional", key: string, value: string) =>
    keys.isKnown("additionalCodes", `${of} code ${key}`, value, number, report);
  const own = ownKeys(ownCode);
  // An additional code of an earlier row can't be this article's own code. Own codes are compared exactly, not by these keys.
  if (own.some((key) => isOfEarlierRow("additional", key, ownCode))) return NONE;
  for (const key of own) keys.add(`own code ${key}`, number);
  if (additionalCodes === undefined) return NONE;
  const stored = record === null ? [] : codesOfArticle(db, tenantId, record.oid);
  const known = new Set([...own, ...stored.map(({ codeKey }) => codeKey)]);
  const added: string[] = [];
  for (const written of additionalCodes) {
    const { code, key } = normalisedCode(written);
    if (known.has(key)) continue;
    known.add(key);
    if (isOfEarlierRow("own", key, written) || isOfEarlierRow("additional", key, written)) continue;
    keys.add(`additional code ${key}`, number);
    if (isKeyTaken(db, tenantId, key, record?.oid ?? null))
      report({
        field: "additionalCodes",
        kind: "other",
        message: TAKEN,
        code: codeOf(TAKEN),
        value: written,
      });
    added.push(code);
  }
  if (stored.length + added.length > MAX_CODES)
    report({ field: "additionalCodes", kind: "other", message: TOO_MANY, code: codeOf(TOO_MANY) });
  if (added.length === 0) return NONE;
  const before = stored.map(({ code }) => code);
  const change: FieldChange = {
    field: "additionalCodes",
    before: record && (before.length === 0 ? null : codeListText(before)),
    after: codeListText([...before, ...added]),
  };
  return { added, changes: [change] };
}

/** The fields that tables have, without the code, by which articles are found. */
const FIELDS = fieldsIn(ARTICLE, "cells").filter(([name]) => name !== "code");

/** The oids of the records that a row names, which are created if they are missing. */
function namedIds(named: NamedRecords): ArticleFields {
  const ids = FIELDS.flatMap(([name, { kind, cells }]) =>
    kind === "reference" ? [[name, named[(cells?.name ?? name) as NameColumn]?.id()]] : [],
  );
  return Object.fromEntries(ids) as ArticleFields;
}

/** The fields that a row changes. A new article without a state is In stock. */
function articleChanges(
  names: ArticleNames,
  values: Values,
  named: NamedRecords,
  record: ArticleRecord | null,
): FieldChange[] {
  const changes = FIELDS.map(([name, field]) => {
    const before = record?.[columnOf(name, field) as keyof ArticleRecord] ?? null;
    return field.kind === "reference"
      ? referenceChange(names, named, record, (field.cells?.name ?? name) as NameColumn)
      : valueChange(name as Field, field, { before, after: values[name as Field], isNew: record === null });
  });
  return [...changes.filter((change) => change !== null), ...packsChange(record, values.packs)];
}

function valueChange(
  field: Field,
  { kind }: Declared,
  { before, after, isNew }: { before: unknown; after: unknown; isNew: boolean },
): FieldChange | null {
  if (after === undefined || after === before) return null;
  const shown = (value: unknown) =>
    value === null ? null : kind === "money" ? plainNumber(Number(value) / 10_000) : String(value);
  return { field, before: isNew ? null : shown(before), after: shown(after) };
}

function referenceChange(
  names: ArticleNames,
  named: NamedRecords,
  record: ArticleRecord | null,
  field: NameColumn,
): FieldChange | null {
  const before = record?.[`${field}Id`] ?? null;
  const inStock = record === null && field === "state" ? ArticleState.InStock : null;
  const after = named[field];
  const oid = after === undefined ? inStock : after.oid;
  if ((after === undefined && inStock === null) || (oid !== null && oid === before)) return null;
  const shown = (id: number | null, name = names[field].nameOf(id)) => shownName(field, id, name);
  return { field, before: record && shown(before), after: shown(oid, after?.name) };
}

/** The change of the packs of an article by a row. `packs` undefined: the row has none, and the stored ones stay. */
function packsChange(
  record: ArticleRecord | null,
  packs: readonly Pack[] | undefined,
): readonly FieldChange[] {
  if (packs === undefined) return [];
  const after = storedPacks(packs);
  if (after === (record?.packs ?? null)) return [];
  return [{ field: "packs", before: record && storedPackText(record.packs), after: storedPackText(after) }];
}

/** The fields of a row that are no references. */
function givenFields(values: Values): ArticleFields {
  const given = FIELDS.filter(([, { kind }]) => kind !== "reference").map(([name]) => [
    name,
    values[name as Field],
  ]);
  // The values of a row have the types of the fields that their columns stand for.
  return Object.fromEntries(given) as ArticleFields;
}
