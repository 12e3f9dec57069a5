import { msg } from "../../../domain/message.ts";
import type { ArticleDisposal } from "../../api/types/endpoints.d.ts";
import { decided, type Kind, line } from "./kind.ts";

/** Disposal requests. */
export const DISPOSALS: Kind<ArticleDisposal> = {
  name: "disposals",
  path: "/api/articledisposals",
  open: "waiting",
  grant: "approve",
  waiting: ({ disposals }) => disposals,
  words: {
    title: msg("Disposals"),
    none: msg("No pending disposals"),
    deed: msg("Approve"),
    deeds: msg("Approve {n, plural, one {# disposal} other {# disposals}}"),
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
