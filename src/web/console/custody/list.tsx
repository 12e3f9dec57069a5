import { useState } from "preact/hooks";
import type { CustodyRejection } from "../../../domain/custody.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Custody, RejectedCustody } from "../../api/types/endpoints.d.ts";
import { DueDate, today } from "../../custody/due.tsx";
import { SignaturePicture } from "../../custody/signature.tsx";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery } from "../../router/address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Fields } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../ui/table/pagination.tsx";
import { showError } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useNames } from "../articles/names.ts";
import { useDownload } from "../batch/use-download.ts";
import { problemText } from "../forms/problem.ts";
import { Screen } from "../layout/screen.tsx";
import { LocationField } from "../locations/tree/location-field.tsx";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import styles from "./custody.module.css";
import { TakeBackDialog } from "./custody-dialog.tsx";

/** The server's page size. */
const PAGE = 100;
const HERE = "/custody";

const SHOWN = { out: {}, overdue: { show: "overdue" }, ended: { show: "ended" } } as const;
type Shown = keyof typeof SHOWN;

/** The filters in the address, as the server has them. */
function filterOf(query: URLSearchParams) {
  const shown: Shown =
    query.get("show") === "overdue" ? "overdue" : query.get("show") === "ended" ? "ended" : "out";
  const id = (name: string) => (query.get(name) === null ? null : Number(query.get(name)));
  const [userId, locationId, q] = [id("userId"), id("locationId"), query.get("q") ?? ""];
  const filter = {
    state: shown === "ended" ? ("ended" as const) : ("open" as const),
    ...(shown === "overdue" && { dueBefore: today() }),
    ...(userId !== null && { userId }),
    ...(locationId !== null && { locationId }),
    ...(q !== "" && { q }),
  };
  return { shown, userId, locationId, q, filter };
}

/** `#/custody`: which person has which article. */
export function CustodyScreen() {
  const query = addressQuery();
  const { shown, userId, filter } = filterOf(query);
  const before = query.get("before");
  const page = before === null ? {} : { before: Number(before) };
  const { query: result, isWaiting } = usePreviousBody(
    useLiveQuery(call("GET /api/custodies", { ...filter, ...page }), {
      follows: ["custodies", "articles", "users"],
    }),
  );
  const next = !isWaiting && result.body?.length === PAGE ? (result.body[PAGE - 1]?.oid ?? null) : null;
  const paging = usePaging({ name: "before", query, next });
  const [back, setBack] = useState<Custody | null>(null);
  const download = useDownload();
  const end = () => {
    setBack(null);
    result.refetch();
  };
  return (
    <Screen title={t(msg("Handed-out articles"))}>
      {may("manage") && <Rejected />}
      <States query={query} shown={shown} />
      <Filters query={query} />
      {may("manage") && (
        <Toolbar class={styles["actions"] ?? ""}>
          {userId !== null && (
            <Button
              kind="secondary"
              icon="print"
              onClick={() => download.start(call("GET /api/custodies/people/{userId}/protocol", { userId }))}
            >
              {t(msg("Handover protocol (PDF)"))}
            </Button>
          )}
          <Button
            kind="secondary"
            onClick={() => download.start(call("GET /api/export/custodies", { ...filter, format: "xlsx" }))}
          >
            {t(msg("Export to Excel"))}
          </Button>
        </Toolbar>
      )}
      <Problem text={download.problem} />
      <QueryBoundary
        query={result}
        empty={
          <EmptyState
            icon="hand"
            title={t(EMPTY[shown])}
            text={t(msg("Hand articles out on their pages, or on a terminal."))}
          />
        }
      >
        {(rows) => (
          <DataTable
            caption={t(msg("Handed-out articles"))}
            columns={columnsOf(shown, setBack)}
            rows={rows}
            idOf={({ oid }) => oid}
            hrefOf={({ articleId }) => `#/articles/${articleId}`}
            paging={paging}
            isOutdated={isWaiting}
          />
        )}
      </QueryBoundary>
      <Pagination paging={paging} pageRows={PAGE} shown={result.body?.length ?? 0} isWaiting={isWaiting} />
      {back !== null && <TakeBackDialog custody={back} onClose={() => setBack(null)} onDone={end} />}
    </Screen>
  );
}

function States({ query, shown }: { readonly query: URLSearchParams; readonly shown: Shown }) {
  const { show: _, before: __, ...others } = Object.fromEntries(query);
  return (
    <nav aria-label={t(msg("Show"))}>
      <Toolbar class={styles["states"] ?? ""}>
        {(Object.keys(SHOWN) as Shown[]).map((one) => (
          <a
            key={one}
            href={`#${addressOf(HERE, { ...others, ...SHOWN[one] })}`}
            aria-current={one === shown ? "page" : undefined}
          >
            {t(STATES[one])}
          </a>
        ))}
      </Toolbar>
    </nav>
  );
}

function Filters({ query }: { readonly query: URLSearchParams }) {
  const { people } = useNames();
  const { userId, locationId, q } = filterOf(query);
  return (
    <Fields>
      <SearchField
        label={t(msg("Article, code or person"))}
        value={q}
        onValue={(text) => changeQuery({ q: text, before: null }, { replace: true })}
      />
      <RecordSelect
        label={t(msg("Person"))}
        none={t(msg("Everyone"))}
        items={people}
        value={userId}
        onValue={(oid) => changeQuery({ userId: oid, before: null })}
      />
      <LocationField
        label={t(msg("Location"))}
        value={locationId}
        onValue={(oid) => changeQuery({ locationId: oid, before: null })}
      />
    </Fields>
  );
}

function columnsOf(shown: Shown, onBack: (custody: Custody) => void): readonly Column<Custody>[] {
  const all: Column<Custody>[] = [
    { key: "name", title: t(msg("Article")), cell: ({ article }) => article.name },
    { key: "code", title: t(msg("Code")), isCode: true, cell: ({ article }) => article.code ?? "–" },
    {
      key: "person",
      title: t(msg("Person")),
      cell: ({ user }) => (
        <a href={`#${addressOf(HERE, { userId: user.id })}`}>
          {user.isActive ? user.fullName : t(msg("{name} (deactivated)"), { name: user.fullName })}
        </a>
      ),
    },
    { key: "since", title: t(msg("Handed out")), cell: ({ startedDT }) => when(startedDT) },
    { key: "due", title: t(msg("Due date")), cell: (custody) => <DueDate custody={custody} /> },
  ];
  if (shown === "ended")
    return [
      ...all,
      { key: "ended", title: t(msg("Taken back")), cell: ({ endedDT }) => endedDT !== null && when(endedDT) },
      { key: "note", title: t(msg("Condition")), cell: ({ endNote }) => endNote },
    ];
  return [
    ...all,
    { key: "note", title: t(msg("Condition")), cell: ({ startNote }) => startNote },
    {
      key: "back",
      title: t(msg("Action")),
      cell: (custody) => (
        <Button kind="secondary" onClick={() => onBack(custody)}>
          {t(msg("Take back"))}
          <span class="sr-only"> {custody.article.name}</span>
        </Button>
      ),
    },
  ];
}

const STATES = {
  out: msg("Handed out"),
  overdue: msg("Overdue"),
  ended: msg("Taken back"),
};

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
  const dismiss = async ({ oid, article }: RejectedCustody) => {
    const question = {
      title: t(msg("Dismiss the hand-over or return of {name}?"), { name: article.name }),
      text: t(msg("It stays unrecorded, and is no longer listed. See who has the article first.")),
    };
    if (!(await confirm({ ...question, action: t(msg("Dismiss")) }))) return;
    try {
      await requestAsUser(call("PUT /api/custodies/rejected/{id}/dismiss", { id: oid }));
    } catch (error) {
      showError(problemText(error));
    } finally {
      query.refetch();
    }
  };
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
              {row.note !== null && <p>{t(msg("Condition: {note}"), { note: row.note })}</p>}
              {row.signature !== null && (
                <SignaturePicture path={row.signature} label={t(msg("Signature of the person"))} />
              )}
            </div>
            <Button kind="secondary" onClick={() => dismiss(row)}>
              {t(msg("Dismiss"))}
              <span class="sr-only"> {row.article.name}</span>
            </Button>
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
} satisfies Record<CustodyRejection, unknown>;
