import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t, when } from "../../i18n/translate.ts";
import { REQUEST_STATES } from "../../requests/request-states.ts";
import { Facts } from "../../ui/facts.tsx";
import type { Row } from "./kind.ts";

/** The facts of a request: those of all kinds, and those of its own kind. */
export function RequestFacts({
  row,
  more,
}: {
  readonly row: Row;
  readonly more: readonly (readonly [string, ComponentChildren])[];
}) {
  const { state, decided, reason, articleId, name, code, who, at, note } = row;
  const all: readonly (readonly [string, ComponentChildren])[] = [
    [
      t(TEXTS.state),
      <b key="state">
        {t(REQUEST_STATES[state])}
        {decided !== null && ` (${decided})`}
      </b>,
    ],
    [t(TEXTS.reason), reason],
    [
      t(TEXTS.article),
      <a key="article" href={`#/articles/${articleId}`}>
        {name} {code}
      </a>,
    ],
    ...more,
    [t(TEXTS.who), who],
    [t(TEXTS.at), when(at)],
    [t(TEXTS.note), note],
  ];
  return <Facts class="request-facts" facts={all} />;
}

const TEXTS = {
  state: msg("State"),
  reason: msg("Reason"),
  who: msg("Requested by"),
  at: msg("Requested"),
  note: msg("Note"),
  article: msg("Article"),
};
