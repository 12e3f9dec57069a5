import type { ArticleFields, ArticleRecord, NewArticle } from "../../articles/article.ts";
import { ArticleState } from "../../catalogue/catalogue.ts";
import { plainNumber } from "../tables/cell.ts";
import { articlePlaces } from "./article-places.ts";
import { REQUIRED_FIELDS, type TellIssue } from "./issues.ts";
import { catalogueNames, peopleNames } from "./names.ts";
import type { FieldChange, Outcome, Planner, PlanParts } from "./plan.ts";
import { neededFor, requiredFor } from "./repeated.ts";
import * as store from "./store.ts";
import type { Row, Values } from "./values.ts";

const REST = ["serialNumber", "rfId", "user", "responsibleUser"] as const;
const plain = (value: unknown) => (value === null || value === undefined ? null : String(value));
const money = (value: unknown) => (typeof value === "number" ? plainNumber(value / 10_000) : null);

/**
 * Plans articles by their code. What a row does not say stays; a new article needs name, category and type, and is In stock
 * unless the row says a state. The place: article-places.ts.
 */
export function articlePlanner(parts: PlanParts): Planner {
  const { db, hand, tenantId, keys, defaults } = parts;
  const people = peopleNames(parts);
  const names = {
    category: catalogueNames(parts, "category"),
    type: catalogueNames(parts, "type"),
    state: catalogueNames(parts, "state"),
    user: people("user"),
    responsibleUser: people("responsibleUser"),
  };
  const places = articlePlaces(parts);

  /** The records that a row names; what is not found is told, and nothing of the row is used. */
  function namedBy(row: Row, values: Values, record: ArticleRecord | null, tell: TellIssue) {
    const refOf = (field: keyof typeof names, now: number | null | undefined) => {
      const name = values[field];
      if (name === undefined) return undefined;
      const mayCreate = row.creates?.includes(field) ?? false;
      return names[field].find(name, now ?? null, mayCreate, tell) ?? undefined;
    };
    return {
      category: refOf("category", record?.categoryId),
      type: refOf("type", record?.typeId),
      state: refOf("state", record?.stateId),
      user: refOf("user", record?.userId),
      responsibleUser: refOf("responsibleUser", record?.responsibleUserId),
    };
  }

  return (row, told) => {
    let isWrong = row.faulty.length > 0;
    const tell: TellIssue = (issue) => {
      if (issue.isCreated !== true) isWrong = true;
      told(issue);
    };
    const { code } = row.values;
    if (code === undefined && !row.faulty.includes("code")) tell(requiredFor("code"));
    if (code !== undefined && keys.isRepeated("code", code, code, row.number, told)) return null;
    const record = code === undefined ? null : store.articleByCode.first(db, { tenantId, code });
    const values = record === null ? { ...defaults, ...row.fallbacks, ...row.values } : row.values;
    const named = namedBy(row, values, record, tell);
    if (record === null && code !== undefined) {
      for (const field of REQUIRED_FIELDS.articles)
        if (values[field] === undefined && !row.faulty.includes(field)) tell(neededFor("articles", field));
    }
    const place = places.plan(row, values, record?.oid ?? null, tell);
    if (isWrong || code === undefined) return null;

    const changes = changesOf(values, named, record);
    const isChanged = changes.length > 0;
    const write = () => {
      const { name, price, serialNumber, rfId } = values;
      const fields: ArticleFields = {
        ...{ name, price, serialNumber, rfId },
        categoryId: named.category?.id(),
        typeId: named.type?.id(),
        stateId: named.state?.id() ?? (record ? undefined : ArticleState.InStock),
        userId: named.user?.id(),
        responsibleUserId: named.responsibleUser?.id(),
      };
      // What a new article needs is there: it was looked for above.
      const articleId = record?.oid ?? hand.addArticle({ ...fields, code } as NewArticle);
      if (record !== null && isChanged) hand.changeArticle(record, fields);
      for (const { location, quantity } of place.moves)
        hand.setPlace({ tenantId, articleId, locationId: location.id() }, quantity);
    };
    return { ...outcomeOf(code, record !== null, [...changes, ...place.changes]), write };
  };

  /** What becomes of the fields; a new article without a state is In stock. */
  function changesOf(
    values: Values,
    named: ReturnType<typeof namedBy>,
    record: ArticleRecord | null,
  ): FieldChange[] {
    const changes: FieldChange[] = [];
    for (const field of ["name", "category", "type", "state", "price", ...REST] as const) {
      if (field === "price" || field === "name" || field === "serialNumber" || field === "rfId") {
        const [before, after] = [record?.[field] ?? null, values[field]];
        if (after === undefined || after === before) continue;
        const shown = field === "price" ? money : plain;
        changes.push({ field, before: record && shown(before), after: shown(after) });
      } else {
        const before = record?.[`${field}Id`] ?? null;
        const inStock = record === null && field === "state" ? ArticleState.InStock : null;
        const after = named[field];
        const oid = after === undefined ? inStock : after.oid;
        if ((after === undefined && inStock === null) || (oid !== null && oid === before)) continue;
        const name = after?.name ?? names[field].nameOf(inStock);
        changes.push({ field, before: record && names[field].nameOf(before), after: name });
      }
    }
    return changes;
  }
}

function outcomeOf(key: string, isKnown: boolean, changes: readonly FieldChange[]): Outcome {
  return { kind: !isKnown ? "create" : changes.length > 0 ? "update" : "unchanged", key, changes };
}
