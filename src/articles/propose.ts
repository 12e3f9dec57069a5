import { findPerson } from "../access/users/users.ts";
import { isInCatalogue, ReferenceChecks } from "../catalogue/catalogue.ts";
import { ArticleState } from "../domain/article-state.ts";
import { Forbidden } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import { recordOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import type { Tx } from "../storage/database/statement.ts";
import { addArticle } from "./article.ts";
import * as store from "./store.ts";

/** A proposed asset (contract 4.5, body of pwa-request). */
interface Proposal {
  readonly name: string;
  readonly note: string | null;
  readonly serialNo: string | null;
  readonly articleCategoryID: number;
  readonly articleTypeID: number;
  /** Ten-thousandths. */
  readonly price: number;
  readonly currencyTypeID: number | null;
  readonly invoiceNo: string | null;
  readonly dtBuy: string | null;
  readonly userID: number | null;
}

/**
 * Adds a proposed article without a code and returns its oid. Throws Forbidden for another user without the role Manager, and
 * at the licence limit, which is checked in the transaction. Throws Invalid on unknown references.
 */
export function proposeArticle(
  tx: Tx,
  caller: Principal,
  proposal: Proposal,
  maxAssets: number | null,
): number {
  const { tenantId } = caller;
  // An article can't belong to a service account.
  const userId = proposal.userID ?? (caller.apiKey === undefined ? caller.userId : null);
  if (userId !== caller.userId && !may(caller, "manage")) throw new Forbidden();
  if (maxAssets !== null && (store.countArticles.first(tx, { tenantId })?.articles ?? 0) >= maxAssets) {
    throw new Forbidden(
      msg("The licence covers {maxAssets} articles and all are in use. Ask an administrator.", { maxAssets }),
    );
  }
  new ReferenceChecks()
    .check("articleCategoryID", proposal.articleCategoryID, (oid) =>
      isInCatalogue(tx, "articleCategory", oid, tenantId),
    )
    .check("articleTypeID", proposal.articleTypeID, (oid) => isInCatalogue(tx, "articleType", oid, tenantId))
    .check("currencyTypeID", proposal.currencyTypeID, (oid) =>
      isInCatalogue(tx, "currencyType", oid, tenantId),
    )
    .check("userID", userId, (oid) => findPerson(tx, tenantId, oid) !== null)
    .assertValid();
  const oid = addArticle(tx, caller, {
    name: proposal.name,
    categoryId: proposal.articleCategoryID,
    typeId: proposal.articleTypeID,
    stateId: ArticleState.Proposed,
    price: proposal.price,
    serialNumber: proposal.serialNo,
    userId,
    note: proposal.note,
    invoiceNo: proposal.invoiceNo,
    dtBuy: proposal.dtBuy,
    currencyTypeId: proposal.currencyTypeID,
  });
  const { name } = proposal;
  const data = { kind: "proposal", oid, name, requestedBy: caller.fullName } as const;
  recordOutgoingEvent(tx, { tenantId, type: "approval.waiting", data, dedupeKey: `proposal ${oid}` });
  return oid;
}
