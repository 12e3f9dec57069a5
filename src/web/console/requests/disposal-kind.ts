import { msg } from "../../../domain/message.ts";
import {
  approveDisposalRequest,
  getDisposalRequest,
  rejectDisposalRequest,
} from "../../api/console/requests.ts";
import { listDisposalRequests } from "../../api/requests.ts";
import type { ArticleDisposal } from "../../api/types/endpoints.d.ts";
import { decided, type Kind, line } from "./kind.ts";

/** Disposal requests. */
export const DISPOSALS: Kind<ArticleDisposal, ArticleDisposal> = {
  name: "disposals",
  list: (isAll, before) => listDisposalRequests({ state: isAll ? undefined : "waiting", before }),
  read: (id) => getDisposalRequest({ id }),
  grant: (id, body) => approveDisposalRequest({ id, body }),
  reject: (id, reason) => rejectDisposalRequest({ id, body: { reason } }),
  waiting: ({ disposals }) => disposals,
  words: {
    title: msg("Disposals"),
    none: msg("No pending disposals"),
    action: msg("Approve"),
    actions: msg("Approve {n, plural, one {# disposal} other {# disposals}}"),
    warning: msg(
      "{n, plural, one {# article will be disposed of, and all its} other {# articles will be disposed of, and all their}} pieces removed from their locations. This can't be undone.",
    ),
    done: msg("{n, plural, one {# disposal} other {# disposals}} approved"),
  },
  rowOf: ({
    article,
    disposalMethod,
    disposalReason,
    user,
    decidedDT,
    decidedBy,
    rejectReason,
    ...given
  }) => ({
    ...given,
    name: article.name,
    code: article.code,
    about: line(disposalMethod?.name, disposalReason?.name),
    who: user.fullName,
    at: given.proposalDT,
    isOpen: given.state === "waiting",
    decided: decided(decidedBy?.fullName, decidedDT),
    reason: rejectReason,
  }),
};
