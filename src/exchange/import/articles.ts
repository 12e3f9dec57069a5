import {
  type ArticleFields,
  type ArticleRecord,
  findArticleByCode,
  type NewArticle,
} from "../../articles/article.ts";
import { takenAsAdditional } from "../../articles/codes/codes.ts";
import type { GivenValues } from "../../articles/custom-values.ts";
import { ArticleState } from "../../catalogue/catalogue.ts";
import { msg } from "../../domain/message.ts";
import { ownedChanges } from "../../master-data/ownership.ts";
import type { StoredPhoto } from "../../photos/photo.ts";
import { planCodes } from "./additional-codes.ts";
import { articleChanges, givenFields } from "./article-changes.ts";
import { type ArticleNames, articleNames, type NamedRecords, namedRecords } from "./article-names.ts";
import { type StockPlan, StockPlanner } from "./article-stock.ts";
import { CustomValuePlanner } from "./custom-values.ts";
import { missingIssue, requiredIssue } from "./duplicate-rows.ts";
import { codeOf, REQUIRED_FIELDS, type ReportIssue } from "./issues.ts";
import type { FieldChange, RowOutcome } from "./plan-result.ts";
import type { PlanContext, PlannedRow, Planner } from "./planner.ts";
import type { Row, Values } from "./values.ts";

const TAKEN = msg("already belongs to another article");
const OWNED = msg("is owned by the head office");

/**
 * Plans articles by their code. Absent values keep the stored ones. A new article needs name, category and type; its default
 * state is In stock. article-stock.ts plans the location.
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
    if (code === undefined && !row.invalid.includes("code")) report(requiredIssue("code"));
    if (code !== undefined && keys.isDuplicate("code", code, code, row.number, reportIssue)) return null;
    const record = code === undefined ? null : findArticleByCode(db, tenantId, code);
    if (record === null && code !== undefined && takenAsAdditional(db, tenantId, [code]).length > 0)
      report({ field: "code", kind: "other", message: TAKEN, code: codeOf(TAKEN), value: code });
    const values = record === null ? { ...defaults, ...row.fallbacks, ...row.values } : row.values;
    const named = namedRecords(this.#names, row, values, record, report);
    if (record === null && code !== undefined) {
      for (const field of REQUIRED_FIELDS.articles)
        if (values[field] === undefined && !row.invalid.includes(field))
          report(missingIssue(this.#context.columns, field));
    }
    this.#checkOwned(code, values, named, record, report);
    const categoryId = named.category === undefined ? (record?.categoryId ?? null) : named.category.oid;
    const custom = this.#custom.plan(row, values, { record, categoryId }, report);
    const stock = this.#stock.plan(row, values, record?.oid ?? null, report);
    const codes = planCodes(this.#context, row, record, report);
    if (isWrong || code === undefined) return null;
    const changes = [...articleChanges(this.#names, values, named, record), ...custom.changes];
    const isChanged = changes.length > 0;
    const write = () =>
      this.#write({
        code,
        values,
        named,
        record,
        stock,
        customFields: custom.given,
        codes: codes.added,
        photo: row.photo,
        isChanged,
      });
    return { ...outcomeOf(code, record !== null, [...changes, ...codes.changes, ...stock.changes]), write };
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

  #write({
    code,
    values,
    named,
    record,
    stock,
    customFields,
    codes,
    photo,
    isChanged,
  }: PlannedArticle): void {
    const { writer, tenantId } = this.#context;
    const fields: ArticleFields = {
      ...givenFields(values),
      customFields,
      packs: values.packs,
      categoryId: named.category?.id(),
      typeId: named.type?.id(),
      stateId: named.state?.id() ?? (record ? undefined : ArticleState.InStock),
      userId: named.user?.id(),
      responsibleUserId: named.responsibleUser?.id(),
    };
    // The required fields of a new article were checked above.
    if (record === null) {
      // A location without pieces is created too.
      const added = stock.moves.map(({ location, quantity }) => ({ locationId: location.id(), quantity }));
      writer.addArticle(
        { ...fields, code } as NewArticle,
        added.filter(({ quantity }) => quantity > 0),
        codes,
        photo,
      );
      return;
    }
    if (isChanged) writer.changeArticle(record, fields);
    if (codes.length > 0) writer.addCodes(record, codes);
    if (photo !== undefined) writer.addPhoto(record, photo);
    for (const { location, quantity } of stock.moves)
      writer.setStock({ tenantId, articleId: record.oid, locationId: location.id() }, quantity);
  }
}

interface PlannedArticle {
  readonly code: string;
  readonly values: Values;
  readonly named: NamedRecords;
  /** Null: a new article. */
  readonly record: ArticleRecord | null;
  readonly stock: StockPlan;
  readonly customFields: GivenValues | undefined;
  /** Additional codes to add. */
  readonly codes: readonly string[];
  readonly photo: StoredPhoto | undefined;
  readonly isChanged: boolean;
}

function outcomeOf(key: string, isKnown: boolean, changes: readonly FieldChange[]): RowOutcome {
  return { kind: !isKnown ? "create" : changes.length > 0 ? "update" : "unchanged", key, changes };
}
