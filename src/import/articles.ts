import type { ArticleFields, ArticleRecord, NewArticle } from "../articles/article.ts";
import { ArticleState } from "../catalogue/catalogue.ts";
import { plainNumber } from "../tables/cell.ts";
import { articlePlaces } from "./article-places.ts";
import { madeNames, stateNames, userNames } from "./names.ts";
import type { FieldChange, Outcome, Planner, PlanParts, TellFault } from "./plan.ts";
import { NEEDED, noRepeats, REQUIRED } from "./repeated.ts";
import * as store from "./store.ts";
import type { Field, Row } from "./values.ts";

/** A field of the file, the article's own property, and how its values are shown. */
interface Told {
  readonly field: Field;
  readonly property: keyof ArticleFields & keyof ArticleRecord;
  shown(value: unknown): string | null;
}

const plain = (value: unknown) => (value === null || value === undefined ? null : String(value));
const money = (value: unknown) => (typeof value === "number" ? plainNumber(value / 10_000) : null);

/**
 * Plans articles by their code. What a row does not say stays; a new article needs name, category and type, and is In stock
 * unless the row says a state. The place: article-places.ts.
 */
export function articlePlanner(parts: PlanParts): Planner {
  const { db, hand, tenantId } = parts;
  const names = {
    category: madeNames(parts, "category"),
    type: madeNames(parts, "type"),
    state: stateNames(parts),
    user: userNames(parts, "user"),
    responsibleUser: userNames(parts, "responsibleUser"),
  };
  const places = articlePlaces(parts);
  const repeats = noRepeats("code");
  const named = (field: keyof typeof names) => (id: unknown) =>
    names[field].nameOf(typeof id === "number" ? id : null);
  const told: readonly Told[] = [
    { field: "name", property: "name", shown: plain },
    { field: "category", property: "categoryId", shown: named("category") },
    { field: "type", property: "typeId", shown: named("type") },
    { field: "state", property: "stateId", shown: named("state") },
    { field: "price", property: "price", shown: money },
    { field: "serialNumber", property: "serialNumber", shown: plain },
    { field: "rfId", property: "rfId", shown: plain },
    { field: "user", property: "userId", shown: named("user") },
    { field: "responsibleUser", property: "responsibleUserId", shown: named("responsibleUser") },
  ];

  function fieldsOf({ values }: Row, record: ArticleRecord | null, fault: TellFault): ArticleFields {
    const idOf = (field: keyof typeof names, now: number | null | undefined) => {
      const name = values[field];
      // What is not found is told, and nothing of the row is used.
      return name === undefined ? undefined : (names[field].find(name, now ?? null, fault) ?? undefined);
    };
    return {
      name: values.name,
      categoryId: idOf("category", record?.categoryId),
      typeId: idOf("type", record?.typeId),
      stateId: idOf("state", record?.stateId) ?? (record ? undefined : ArticleState.InStock),
      price: values.price,
      serialNumber: values.serialNumber,
      rfId: values.rfId,
      userId: idOf("user", record?.userId),
      responsibleUserId: idOf("responsibleUser", record?.responsibleUserId),
    };
  }

  return (row, fault) => {
    let isWrong = row.faulty.length > 0;
    const tell: TellFault = (field, words) => {
      isWrong = true;
      fault(field, words);
    };
    const { code } = row.values;
    if (code === undefined && !row.faulty.includes("code")) tell("code", REQUIRED);
    if (code !== undefined && repeats(code, row.number, fault)) return null;
    const record = code === undefined ? null : store.articleByCode.first(db, { tenantId, code });
    const fields = fieldsOf(row, record, tell);
    if (record === null && code !== undefined) {
      for (const field of ["name", "category", "type"] as const)
        if (row.values[field] === undefined && !row.faulty.includes(field)) tell(field, NEEDED);
    }
    const place = places.plan(row, record?.oid ?? null, tell);
    if (isWrong || code === undefined) return null;

    const changes: FieldChange[] = [];
    for (const { field, property, shown } of told) {
      const [before, after] = [record?.[property] ?? null, fields[property]];
      if (after !== undefined && after !== before)
        changes.push({ field, before: record && shown(before), after: shown(after) });
    }
    // What a new article needs is there: it was looked for above.
    const articleId = record?.oid ?? hand.addArticle({ ...fields, code } as NewArticle);
    if (record !== null && changes.length > 0) hand.changeArticle(record, fields);
    for (const { locationId, quantity } of place.moves)
      hand.setPlace({ tenantId, articleId, locationId }, quantity);
    return outcomeOf(code, record !== null, [...changes, ...place.changes]);
  };
}

function outcomeOf(key: string, isKnown: boolean, changes: readonly FieldChange[]): Outcome {
  return { kind: !isKnown ? "create" : changes.length > 0 ? "update" : "unchanged", key, changes };
}
