import type { ArticleProposal } from "../../../requests/shapes.ts";
import { say } from "../../../words.ts";
import { money } from "../../find/article-facts.tsx";
import { decided, type Kind, line } from "./kind.ts";

/** Things that somebody wants to be recorded as articles. */
export const PROPOSALS: Kind<ArticleProposal> = {
  name: "proposals",
  path: "/api/articleproposals",
  open: "waiting",
  grant: "approve",
  waiting: ({ proposals }) => proposals,
  words: {
    title: say("Proposed assets", "Navržený majetek"),
    none: say("No proposed asset waits.", "Žádný navržený majetek nečeká."),
    deed: say("Approve", "Schválit"),
    deeds: say(
      "Approve {n} asset|Approve {n} assets",
      "Schválit {n} návrh|Schválit {n} návrhy|Schválit {n} návrhů",
    ),
    warning: say(
      "{n} article is put into use under the next free code.|{n} articles are put into use under the next free codes.",
      "Do užívání se zařadí {n} artikl pod dalším volným kódem.|Do užívání se zařadí {n} artikly pod dalšími volnými kódy.|Do užívání se zařadí {n} artiklů pod dalšími volnými kódy.",
    ),
    done: say(
      "{n} asset approved.|{n} assets approved.",
      "Schválen {n} návrh.|Schváleny {n} návrhy.|Schváleno {n} návrhů.",
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
