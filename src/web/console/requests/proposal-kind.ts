import { msg } from "../../../domain/message.ts";
import { approveAssetProposal, getAssetProposal, rejectAssetProposal } from "../../api/console/requests.ts";
import { listAssetProposals } from "../../api/requests.ts";
import type { ArticleDetail, ArticleProposal } from "../../api/types/endpoints.d.ts";
import { money } from "../../articles/article-facts.tsx";
import { decided, type Kind, line } from "./kind.ts";

/** Asset proposals. */
export const PROPOSALS: Kind<ArticleProposal, ArticleDetail> = {
  name: "proposals",
  list: (isAll, before) => listAssetProposals({ state: isAll ? undefined : "waiting", before }),
  read: (id) => getAssetProposal({ id }),
  grant: (id, body) => approveAssetProposal({ id, body }),
  reject: (id, reason) => rejectAssetProposal({ id, body: { reason } }),
  waiting: ({ proposals }) => proposals,
  words: {
    title: msg("Proposed assets"),
    none: msg("No pending proposals"),
    action: msg("Approve"),
    actions: msg("Approve {n, plural, one {# proposal} other {# proposals}}"),
    warning: msg(
      "{n, plural, one {# article will be put into use with the next free code.} other {# articles will be put into use with the next free codes.}}",
    ),
    done: msg("{n, plural, one {# proposal} other {# proposals}} approved"),
  },
  rowOf: ({
    oid,
    state,
    name,
    category,
    type,
    price,
    currencyType,
    createdBy,
    createdDT,
    note,
    ...given
  }) => ({
    oid,
    articleId: oid,
    name,
    code: null,
    about: line(category.name, type.name, price > 0 ? money(price, currencyType?.name) : null),
    who: createdBy,
    at: createdDT,
    note,
    state,
    isOpen: state === "waiting",
    decided: decided(given.rejectedBy ?? undefined, given.rejectedDT),
    reason: given.rejectReason,
  }),
};
