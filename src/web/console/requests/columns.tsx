import { say } from "../../../words.ts";
import { t, when } from "../../app/words.ts";
import { REQUEST_STATES } from "../../mine/request-states.ts";
import type { Column } from "../table/data-table.tsx";
import type { Row } from "./kind.ts";

/** What the table of requests shows; of all of them also what has become of each. */
export function columnsOf(isAll: boolean): readonly Column<Row>[] {
  const own: Column<Row>[] = [
    { key: "name", title: t(TEXTS.article), cell: ({ name }) => name },
    {
      key: "code",
      title: t(TEXTS.code),
      isCode: true,
      cell: ({ articleId, code }) => <a href={`#/articles/${articleId}`}>{code ?? t(TEXTS.see)}</a>,
    },
    { key: "about", title: t(TEXTS.about), cell: ({ about }) => about },
    { key: "who", title: t(TEXTS.who), cell: ({ who }) => who },
    { key: "at", title: t(TEXTS.at), cell: ({ at }) => when(at) },
    { key: "note", title: t(TEXTS.note), cell: ({ note }) => note },
  ];
  if (!isAll) return own;
  return [
    ...own,
    {
      key: "state",
      title: t(TEXTS.state),
      cell: ({ state, decided, reason }) => (
        <>
          {t(REQUEST_STATES[state])}
          {decided !== null && <small class="quiet"> {decided}</small>}
          {reason !== null && <div>{t(TEXTS.because, { reason })}</div>}
        </>
      ),
    },
  ];
}

const TEXTS = {
  article: say("Article", "Artikl"),
  code: say("Code", "Kód"),
  see: say("see it", "ukázat"),
  about: say("What is asked", "Co se žádá"),
  who: say("By", "Kdo"),
  at: say("When", "Kdy"),
  note: say("Note", "Poznámka"),
  state: say("State", "Stav"),
  because: say("Reason: {reason}", "Důvod: {reason}"),
};
