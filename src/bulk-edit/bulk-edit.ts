import { type ArticleFields, addReferenceChecks, changeArticle, getArticle } from "../articles/article.ts";
import { assertValues, valuesAfter } from "../articles/custom-values.ts";
import { assertState } from "../articles/holder.ts";
import { assertNotOwned } from "../articles/owned.ts";
import { ReferenceChecks } from "../catalogue/catalogue.ts";
import { Invalid } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { hasLocation } from "../locations/location.ts";
import { gatherStock } from "../stock/stock.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobKind } from "../storage/jobs/job-kind.ts";

/** The fields that a bulk edit can set. An absent one stays. */
type EditedFields = Pick<
  ArticleFields,
  | "categoryId"
  | "typeId"
  | "stateId"
  | "userId"
  | "responsibleUserId"
  | "supplier"
  | "warrantyEnd"
  | "customFields"
>;
/** What a bulk edit sets on each article. `locationId`: all pieces move there. */
interface BulkChanges extends EditedFields {
  readonly locationId?: number | undefined;
}

/** Input of the job. */
export interface BulkEditInput {
  /** Joined by commas. */
  readonly ids: string;
  readonly changes: BulkChanges;
  readonly principal: Principal;
}

/** An article that a rule refused. */
export interface RefusedArticle {
  readonly oid: number;
  /** Code and name; null: the tenant has no such article. */
  readonly article: string | null;
  readonly reason: Message;
}

/** What a bulk edit came to. */
export interface BulkEditResult {
  readonly changed: number;
  /** They had these values already. */
  readonly unchanged: number;
  readonly refused: number;
  /** The first hundred of them. */
  readonly refusals: readonly RefusedArticle[];
}

/** Sets the same values on many articles. */
export const BULK_EDIT: JobKind<BulkEditInput, BulkEditResult> = {
  name: "bulkEdit",
  module: new URL("./bulk-edit-job.ts", import.meta.url),
  journaled: ["article", "articleLocation"],
  isUndoable: true,
};

/** Deletes many articles. */
export const BULK_DELETE: JobKind<Omit<BulkEditInput, "changes">, BulkEditResult> = {
  name: "bulkDelete",
  module: new URL("./bulk-delete-job.ts", import.meta.url),
  journaled: ["article", "additionalCode", "refillRule"],
  isUndoable: true,
};

/** Throws Invalid unless there are changes, and all records that they refer to exist. */
export function assertChanges(tx: Tx, tenantId: number, { locationId, ...fields }: BulkChanges): void {
  const { customFields } = fields;
  if (customFields !== undefined) assertValues(tx, tenantId, customFields, "changes.");
  if (Object.values({ locationId, ...fields }).every((value) => value === undefined))
    throw Invalid.field("changes", msg("must name at least one field"));
  addReferenceChecks(new ReferenceChecks(), tx, tenantId, fields, "changes.")
    .check("changes.locationId", locationId, (oid) => hasLocation(tx, tenantId, oid))
    .assertValid();
}

/** Changes one article by the rules of a single edit. Returns false if it has these values already. Throws DomainError. */
export function editArticle(
  tx: Tx,
  principal: Principal,
  oid: number,
  { locationId, ...fields }: BulkChanges,
): boolean {
  const { tenantId } = principal;
  const record = getArticle(tx, tenantId, oid);
  // First the rules that may refuse: an article is changed as a whole or not at all.
  const names = Object.keys(fields) as (keyof EditedFields)[];
  const categoryId = fields.categoryId ?? record.categoryId;
  const custom = valuesAfter(tx, tenantId, record.customValues, categoryId, fields.customFields);
  const isMissing =
    custom !== record.customValues ||
    names.some(
      (name) => name !== "customFields" && fields[name] !== undefined && fields[name] !== record[name],
    );
  addReferenceChecks(new ReferenceChecks(), tx, tenantId, fields)
    .check("locationId", locationId, (location) => hasLocation(tx, tenantId, location))
    .assertValid();
  assertNotOwned(tx, tenantId, record, fields);
  assertState(tx, record, fields.stateId);
  const isMoved = locationId !== undefined && gatherStock(tx, { tenantId, articleId: oid }, locationId);
  if (isMissing) changeArticle(tx, principal, record, fields);
  return isMissing || isMoved;
}
