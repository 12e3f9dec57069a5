import { useState } from "preact/hooks";
import type { CustodyRejection } from "../../../domain/custody.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Custody, RejectedCustody } from "../../api/types/endpoints.d.ts";
import { DueDate, today } from "../../custody/due.tsx";
import { day, t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { addressOf } from "../../router/address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { SignaturePicture } from "../../ui/signature.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { usePeople } from "../articles/names.ts";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import styles from "./custody.module.css";
import { TakeBackDialog } from "./custody-dialog.tsx";

const HERE = "/custody";

type Shown = "out" | "overdue" | "ended";

/** Which person has which article: `#/custody`. Overdue ones: `?show=overdue`; those that were taken back: `?show=ended`. */
export function CustodyScreen() {
  const people = usePeople();
  const list = useList({
    filters: {
      show: {
        kind: "view",
        items: [
          { value: "", label: t(msg("Handed out")) },
          { value: "overdue", label: t(msg("Overdue")) },
          { value: "ended", label: t(msg("Taken back")) },
        ],
      },
      q: { kind: "search", label: t(msg("Article, code or person")) },
      userId: { kind: "record", label: t(msg("Person")), items: people },
      locationId: { kind: "location", label: t(msg("Location")) },
    },
    pages: { by: "before", rows: 100 },
    request: (filters, page) => call("GET /api/custodies", { ...wanted(filters), ...page }),
    follows: ["custodies", "articles", "users"],
  });
  const shown = list.values.show ?? "out";
  const [back, setBack] = useState<Custody | null>(null);
  const end = () => {
    setBack(null);
    list.refetch();
  };
  const { userId } = list.values;
  const protocol = userId !== undefined && {
    label: t(msg("Handover protocol (PDF)")),
    request: call("GET /api/custodies/people/{userId}/protocol", { userId }),
  };
  const table = {
    label: t(msg("Export to Excel")),
    request: call("GET /api/export/custodies", { ...wanted(list.values), format: "xlsx" }),
  };
  return (
    <ListScreen
      title={t(msg("Handed-out articles"))}
      notices={may("manage") && <Rejected />}
      exports={may("manage") ? [protocol, table].filter((file) => file !== false) : []}
      list={list}
      columns={columnsOf(shown, setBack)}
      hrefOf={({ articleId }) => `#/articles/${articleId}`}
      empty={{
        icon: "hand",
        title: t(EMPTY[shown]),
        text: t(msg("Hand articles out on their pages, or on a terminal.")),
      }}
    >
      {back !== null && <TakeBackDialog custody={back} onClose={() => setBack(null)} onDone={end} />}
    </ListScreen>
  );
}

/** The filters of the list, as the server has them. */
function wanted<Others extends object>({
  show,
  ...others
}: Others & { readonly show: Exclude<Shown, "out"> | undefined }) {
  return {
    ...others,
    state: show === "ended" ? ("ended" as const) : ("open" as const),
    dueBefore: show === "overdue" ? today() : undefined,
  };
}

function columnsOf(shown: Shown, onBack: (custody: Custody) => void): readonly Column<Custody>[] {
  const all: Column<Custody>[] = [
    { title: t(msg("Article")), cell: ({ article }) => article.name },
    { title: t(msg("Code")), isCode: true, cell: ({ article }) => article.code ?? "–" },
    {
      title: t(msg("Person")),
      cell: ({ user }) => (
        <a href={`#${addressOf(HERE, { userId: user.id })}`}>
          {user.isActive ? user.fullName : t(msg("{name} (deactivated)"), { name: user.fullName })}
        </a>
      ),
    },
    { title: t(msg("Handed out")), cell: ({ startedDT }) => when(startedDT) },
    { title: t(msg("Due date")), cell: (custody) => <DueDate custody={custody} /> },
  ];
  if (shown === "ended")
    return [
      ...all,
      { title: t(msg("Taken back")), cell: ({ endedDT }) => endedDT !== null && when(endedDT) },
      { title: t(msg("Condition")), cell: ({ endNote }) => endNote },
    ];
  return [
    ...all,
    { title: t(msg("Condition")), cell: ({ startNote }) => startNote },
    {
      title: t(msg("Action")),
      cell: (custody) => (
        <Button onClick={() => onBack(custody)}>
          {t(msg("Take back"))}
          <span class="sr-only"> {custody.article.name}</span>
        </Button>
      ),
    },
  ];
}

const EMPTY = {
  out: msg("Nobody has an article"),
  overdue: msg("Nothing is overdue"),
  ended: msg("Nothing was taken back yet"),
};

/** Hand-overs and returns of terminals that contradict what others have recorded. */
function Rejected() {
  const query = useLiveQuery(call("GET /api/custodies/rejected"), { follows: ["custody", "users"] });
  const rows = query.body ?? [];
  if (rows.length === 0) return null;
  const dismissal = ({ oid, article }: RejectedCustody): Change => ({
    question: {
      title: t(msg("Dismiss the hand-over or return of {name}?"), { name: article.name }),
      text: t(msg("It stays unrecorded, and is no longer listed. See who has the article first.")),
      action: t(msg("Dismiss")),
    },
    send: call("PUT /api/custodies/rejected/{id}/dismiss", { id: oid }),
  });
  return (
    <Banner tone="warning" role="status">
      <h2 class={styles["title"]}>{t(msg("Not recorded: see who has these articles"))}</h2>
      <ul class={styles["rejected"]}>
        {rows.map((row) => (
          <li key={row.oid}>
            <div>
              <p>
                <a href={`#/articles/${row.articleId}`}>{nameOf(row)}</a> {whatOf(row)} <b>{whyOf(row)}</b>
              </p>
              {row.dueDate !== null && (
                <p>
                  {t(msg("Due date"))}: {day(row.dueDate)}
                </p>
              )}
              {row.note !== null && <p>{t(msg("Condition: {note}"), { note: row.note })}</p>}
              {row.signature !== null && (
                <SignaturePicture path={row.signature} label={t(msg("Signature of the person"))} />
              )}
            </div>
            <MutationButton change={() => dismissal(row)} after={query.refetch}>
              {t(msg("Dismiss"))}
              <span class="sr-only"> {row.article.name}</span>
            </MutationButton>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

const nameOf = ({ article }: RejectedCustody) => [article.code, article.name].filter(Boolean).join(" ");

function whatOf({ kind, user, at, author, deviceName }: RejectedCustody): string {
  const details = [when(at), author.fullName, deviceName].filter(Boolean).join(", ");
  return t(
    kind === "start"
      ? msg("was handed to {person}: {details}.")
      : msg("was taken back from {person}: {details}."),
    { person: user?.fullName ?? "–", details },
  );
}

const whyOf = ({ reason, holder }: RejectedCustody) =>
  t(REASONS[reason], { person: holder?.fullName ?? "–" });

const REASONS = {
  held: msg("{person} had it already."),
  superseded: msg("It was taken back after that."),
  otherPerson: msg("{person} had it."),
  article: msg("The article was deleted or disposed, or was only proposed."),
  person: msg("The person is deactivated."),
  recorded: msg("It was recorded already, without these details."),
} satisfies Record<CustodyRejection, unknown>;
