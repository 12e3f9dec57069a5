import { msg } from "../../../domain/message.ts";
import type { ArticleProposal } from "../../api/types/endpoints.d.ts";
import { money } from "../../articles/article-facts.tsx";
import { decided, type Kind, line } from "./kind.ts";

/** Asset proposals. */
export const PROPOSALS: Kind<ArticleProposal> = {
  name: "proposals",
  path: "/api/articleproposals",
  open: "waiting",
  grant: "approve",
  waiting: ({ proposals }) => proposals,
  words: {
    title: msg("Proposed assets", "Navržený majetek"),
    none: msg("No pending proposals", "Žádné čekající návrhy"),
    deed: msg("Approve", "Schválit"),
    deeds: msg(
      "Approve {n} proposal|Approve {n} proposals",
      "Schválit {n} návrh|Schválit {n} návrhy|Schválit {n} návrhů",
    ),
    warning: msg(
      "{n} article will be put into use with the next free code.|{n} articles will be put into use with the next free codes.",
      "Do užívání se zařadí {n} artikl s dalším volným kódem.|Do užívání se zařadí {n} artikly s dalšími volnými kódy.|Do užívání se zařadí {n} artiklů s dalšími volnými kódy.",
    ),
    done: msg(
      "{n} proposal approved|{n} proposals approved",
      "Schválen {n} návrh|Schváleny {n} návrhy|Schváleno {n} návrhů",
    ),
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
