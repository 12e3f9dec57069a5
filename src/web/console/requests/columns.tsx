import { msg } from "../../../domain/message.ts";
import { t, when } from "../../i18n/translate.ts";
import { REQUEST_STATES } from "../../requests/request-states.ts";
import type { Column } from "../table/data-table.tsx";
import type { Row } from "./kind.ts";

/** The columns of the table of requests; the table of all requests also shows their states. */
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
  article: msg("Article"),
  code: msg("Code"),
  see: msg("View"),
  about: msg("Request"),
  who: msg("Requested by"),
  at: msg("Requested"),
  note: msg("Note"),
  state: msg("State"),
  because: msg("Reason: {reason}"),
};
