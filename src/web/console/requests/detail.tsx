import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { StillEditing, useForm } from "../forms/form.tsx";
import type { FieldNames } from "../forms/problem.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { decide, ReasonDialog, whyNot } from "./decide.tsx";
import type { Grant, Kind, Row } from "./kinds.ts";
import { EVERY_SECONDS, FOLLOWS } from "./list.tsx";
import "./requests.css";
import { call, type Query } from "../../api/call.ts";
import type { ArticlePhoto, Photo } from "../../api/types/endpoints.d.ts";
import { Picture } from "../../articles/picture.tsx";
import { REQUEST_STATES } from "../../requests/proposal.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Facts } from "../../ui/surfaces.tsx";

/** Properties of the form of a kind. */
export interface FormProps<T> {
  readonly request: T;
  /** Approves the request with this body. */
  readonly grant: (body: Grant) => Promise<unknown>;
  readonly onGranted: () => void;
  readonly onFailed: () => void;
  /** The button to reject. */
  readonly children: ComponentChildren;
}

interface DetailProps<T> {
  readonly kind: Kind<T>;
  readonly oid: number;
  readonly form: (props: FormProps<T>) => ComponentChildren;
  /** Facts of the kind: name and value. */
  readonly facts: (request: T) => readonly (readonly [string, ComponentChildren])[];
}

/** One request, with its decision while it is pending. */
export function RequestDetail<T>({ kind, oid, form: Form, facts }: DetailProps<T>) {
  const query = useLiveQuery(kind.read(oid), { follows: FOLLOWS, everySeconds: EVERY_SECONDS });
  const { run, isBusy, problem } = useAction(whyNot);
  const [isRejecting, setRejecting] = useState(false);
  const row = query.body === null ? null : kind.rowOf(query.body);
  const list = `/requests/${kind.name}`;
  const leave = (message: Kind<T>["messages"]["done"]) => {
    showSuccess(t(message, { n: 1 }));
    leaveWithoutAsking(list);
  };
  const reject = (reason: string) => {
    setRejecting(false);
    run(async () => {
      try {
        await decide(kind, oid, { is: "reject", reason });
      } catch (error) {
        query.refetch();
        throw error;
      }
      leave(msg("{n} request rejected"));
    });
  };
  return (
    <Screen
      title={row?.name ?? t(kind.messages.title)}
      above={
        <>
          <a href="#/requests">{t(msg("Requests"))}</a> / <a href={`#${list}`}>{t(kind.messages.title)}</a>
        </>
      }
      badges={row !== null && <RequestState state={row.state} />}
    >
      {query.state === "absent" ? (
        <p role="status">
          {t(msg("This request is no longer pending. It was decided or withdrawn."))}{" "}
          <a href={`#/articles/${row?.articleId ?? oid}`}>{t(msg("Article"))}</a>
        </p>
      ) : (
        <QueryBoundary query={query}>
          {(request) =>
            row !== null && (
              <div class="request">
                <div>
                  <RequestFacts row={row} more={facts(request)} />
                  <Problem text={problem} />
                  {row.isOpen && (
                    <Form
                      request={request}
                      grant={(body) => decide(kind, oid, { is: "grant", body })}
                      onGranted={() => leave(kind.messages.done)}
                      onFailed={query.refetch}
                    >
                      <Button kind="secondary" disabled={isBusy} onClick={() => setRejecting(true)}>
                        {t(msg("Reject…"))}
                      </Button>
                    </Form>
                  )}
                </div>
                <Pictures row={row} />
              </div>
            )
          }
        </QueryBoundary>
      )}
      {isRejecting && (
        <ReasonDialog
          title={t(msg("Reject this request?"))}
          onClose={() => setRejecting(false)}
          onReason={reject}
        />
      )}
    </Screen>
  );
}

/** The facts of a request: those of all kinds, and those of its own kind. */
function RequestFacts({
  row,
  more,
}: {
  readonly row: Row;
  readonly more: readonly (readonly [string, ComponentChildren])[];
}) {
  const { decided, reason, articleId, name, code, who, at, note } = row;
  const all: readonly (readonly [string, ComponentChildren])[] = [
    [t(msg("Decided")), decided],
    [t(msg("Reason")), reason],
    [
      t(msg("Article")),
      <a key="article" href={`#/articles/${articleId}`}>
        {name} {code}
      </a>,
    ],
    ...more,
    [t(msg("Requested by")), who],
    [t(msg("Requested")), when(at)],
    [t(msg("Note")), note],
  ];
  return <Facts class="request-facts" facts={all} />;
}

const TONES: Readonly<Record<Row["state"], Tone>> = {
  open: "warning",
  waiting: "warning",
  confirmed: "success",
  approved: "success",
  rejected: "danger",
  obsolete: "muted",
};

/** The state of a request as a badge. */
function RequestState({ state }: Pick<Row, "state">) {
  return <Badge tone={TONES[state]}>{t(REQUEST_STATES[state])}</Badge>;
}

/** The number of photos that are shown; the article has all. */
const MOST = 4;

/**
 * The newest photos of the subject of a request, first those of the count that caused it. Renders nothing without
 * photos.
 */
function Pictures({ row }: { readonly row: Row }) {
  const { articleId, inventoryItemId = null, name } = row;
  return (
    <div class="request-photos">
      {inventoryItemId !== null && (
        <PicturesOf
          photos={call("GET /api/photoarticleinventory/{inventoryItemId}", { inventoryItemId })}
          name={name}
        />
      )}
      <PicturesOf photos={call("GET /api/photoarticle/{articleId}", { articleId })} name={name} />
    </div>
  );
}

interface PicturesProps {
  readonly photos: Query<readonly (ArticlePhoto | Photo)[]>;
  readonly name: string;
}

function PicturesOf({ photos, name }: PicturesProps) {
  const { body } = useLiveQuery(photos, { follows: ["articles"] });
  const shown = (body ?? []).slice(0, MOST);
  return shown.map(({ oid, createdDT }) => (
    <Picture
      key={oid}
      photo={call("GET /api/photos/{oid}", { oid })}
      alt={t(msg("{name}, {day}"), { name, day: day(createdDT) })}
    />
  ));
}

interface Decision<T> extends Pick<FormProps<unknown>, "grant" | "onGranted" | "onFailed"> {
  readonly start: T;
  readonly labels: FieldNames<T>;
  /** A unique name: if the login ends, the same user gets the values again. */
  readonly keptAs: string;
  /** What is sent of the values; null: the user goes on editing. */
  readonly bodyOf: (values: T) => Grant | null | Promise<Grant | null>;
}

/** The form of an approval. */
export function useDecision<T extends object>({ grant, onGranted, onFailed, bodyOf, ...form }: Decision<T>) {
  return useForm({
    ...form,
    save: async (values) => {
      const body = await bodyOf(values);
      if (body === null) throw new StillEditing();
      return grant(body);
    },
    onSaved: onGranted,
    onFailed,
    describeError: whyNot,
  });
}
