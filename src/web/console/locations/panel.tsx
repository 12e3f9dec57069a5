import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { LOCATION } from "../../../records/location.ts";
import { call } from "../../api/call.ts";
import type { ArticleAtLocation, Location, LocationDetail } from "../../api/types/endpoints.d.ts";
import { quantityText } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf, addressQuery } from "../../router/address.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { movementsHref } from "../articles/movements.tsx";
import { choosable, nameOf as nameOfPerson, usePeople } from "../articles/names.ts";
import { totalsText, useCurrencies, useTotals } from "../articles/totals.ts";
import { EditForm, useEdit } from "../forms/edit.tsx";
import { GuardedDialog } from "../forms/form.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { problemText } from "../forms/problem.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { MinimumCard } from "../refill/minimum-card.tsx";
import { AddLocation } from "./add-location.tsx";
import { deletionOf, describeMove, moveLocation, nameOf, targetsOf } from "./change-location.ts";
import { expand } from "./expanded.ts";
import { NameSearch } from "./name-search.tsx";
import { type LocationTree, pathAbove, siblingIndex } from "./tree/location-tree.ts";

interface PanelProps {
  readonly oid: number;
  readonly tree: LocationTree;
  /** The panel gets the focus. */
  readonly goesIn: boolean;
  /** Moves it up or down among its siblings. */
  readonly onStep: (oid: number, step: -1 | 1) => void;
  /** Loads the tree again. */
  readonly refetch: () => void;
}

/** One location: its path, name, code, articles and actions. */
export function LocationPanel({ oid, tree, goesIn, onStep, refetch }: PanelProps) {
  const query = useLiveQuery(call("GET /api/locations/{id}", { id: oid }), { follows: ["locations"] });
  const heading = useRef<HTMLHeadingElement>(null);
  const [openDialog, setOpenDialog] = useState<"add" | "move" | null>(null);
  const { run } = useMutation({ after: refetch });
  const location = tree.get(oid);
  useLayoutEffect(() => {
    if (goesIn) heading.current?.focus();
  }, []);
  const close = () => setOpenDialog(null);
  return (
    <section class="location-panel" aria-labelledby="location-name">
      <p class="location-back">
        <a href={`#${addressOf("/locations", { q: addressQuery().get("q") })}`}>
          ← {t(msg("All locations"))}
        </a>
      </p>
      <Way tree={tree} oid={oid} />
      <h2 id="location-name" ref={heading} tabIndex={-1}>
        {location?.name ?? query.body?.name ?? t(msg("This location no longer exists"))}
      </h2>
      {location !== null && (
        <Toolbar class="no-print">
          {may("manage") && <Button onClick={() => setOpenDialog("add")}>{t(msg("Add under this…"))}</Button>}
          <ButtonLink href={`#/locations/${oid}/labels`}>{t(msg("Labels"))}</ButtonLink>
          {may("manage") && (
            <Menu label={t(msg("More"))}>
              {(close) => (
                <>
                  <Button
                    kind="plain"
                    onClick={() => {
                      close();
                      setOpenDialog("move");
                    }}
                  >
                    {t(msg("Move to…"))}
                  </Button>
                  <Steps tree={tree} oid={oid} onStep={onStep} />
                  <Button
                    kind="plain"
                    onClick={() => {
                      close();
                      void run(deletionOf(location, query.tag));
                    }}
                  >
                    {t(msg("Delete…"))}
                  </Button>
                </>
              )}
            </Menu>
          )}
        </Toolbar>
      )}
      <QueryBoundary query={query.state === "absent" ? { ...query, body: null } : query}>
        {() => (
          <>
            <LocationForm oid={oid} query={query} refetch={refetch} />
            <p>{belowText(tree, oid)}</p>
            <ArticlesHere oid={oid} />
            <MinimumCard key={oid} locationId={oid} />
          </>
        )}
      </QueryBoundary>
      {openDialog === "add" && location !== null && (
        <AddLocation parent={location} onClose={close} refetch={refetch} />
      )}
      {openDialog === "move" && location !== null && (
        <MoveLocationDialog location={location} tree={tree} onClose={close} refetch={refetch} />
      )}
    </section>
  );
}

/** Moves a location up and down among its siblings. */
function Steps({ tree, oid, onStep }: Pick<PanelProps, "tree" | "oid" | "onStep">) {
  const at = siblingIndex(tree, oid);
  const last = tree.childrenOf(tree.get(oid)?.parentLocationId ?? null).length - 1;
  return (
    <>
      {STEPS.map(({ step, label }) => (
        <Button
          key={step}
          kind="plain"
          // At the end of the list the button stays enabled, because a disabled one would lose the focus.
          aria-disabled={step < 0 ? at <= 0 : at >= last}
          onClick={() => onStep(oid, step)}
        >
          {t(label)}
        </Button>
      ))}
    </>
  );
}

function belowText(tree: LocationTree, oid: number): string {
  const direct = tree.childrenOf(oid).length;
  if (direct === 0) return t(msg("No locations under this one."));
  return `${t(msg("{n, plural, one {# location} other {# locations}} directly under it,"), { n: direct })} ${t(msg("{n} in total."), { n: tree.countBelow(oid) })}`;
}

/** The number of nearest ancestors that are links. */
const MAX_ANCESTORS = 8;

function Way({ tree, oid }: { readonly tree: LocationTree; readonly oid: number }) {
  const above = tree.above(oid);
  return (
    <nav class="location-ancestors" aria-label={t(msg("Path"))}>
      {above.length > MAX_ANCESTORS && "… / "}
      {above
        .slice(0, MAX_ANCESTORS)
        .reverse()
        .map((one) => (
          <span key={one.oid}>
            <a href={`#/locations/${one.oid}`}>{one.name}</a> /{" "}
          </span>
        ))}
    </nav>
  );
}

const STEPS = [
  { step: -1, label: msg("Move up") },
  { step: 1, label: msg("Move down") },
] as const;

interface FormProps {
  readonly oid: number;
  readonly query: LiveQuery<LocationDetail>;
  /** Loads the tree again. */
  readonly refetch: () => void;
}

/** The fields of a location; read-only for users who may not change them. */
function LocationForm({ oid, query, refetch }: FormProps) {
  const people = usePeople();
  const write = ({ name, code, responsibleUserId }: Partial<LocationDetail>) =>
    call("PUT /api/locations/{id}", { id: oid, body: { name, code, responsibleUserId } });
  const edit = useEdit<LocationDetail>(
    {
      read: call("GET /api/locations/{id}", { id: oid }),
      write,
      names: NAMES,
      show: { responsibleUserId: (person) => nameOfPerson(people, person) },
      isPart: true,
    },
    query,
  );
  const { fields } = edit;
  if (fields === null) return null;
  if (!may("manage")) return <p>{t(msg("Code: {code}"), { code: fields.values.code ?? t(msg("none")) })}</p>;
  const onSaved = () => {
    showSuccess(t(msg("Saved.")));
    refetch();
  };
  return (
    <EditForm edit={edit} onSaved={onSaved}>
      <Fields>
        <TextField {...fields.field("name")} />
        <TextField {...fields.optional("code")} />
        <RecordSelect
          {...fields.field("responsibleUserId")}
          items={choosable(people, fields.values.responsibleUserId)}
          none={t(msg("As above it", "responsible person"))}
        />
      </Fields>
    </EditForm>
  );
}

const NAMES = {
  name: msg("Name"),
  code: msg("Code on its label"),
  responsibleUserId: LOCATION.fields.responsibleUserId.label,
};

const MAX_TARGETS = 30;

interface MoveProps {
  readonly location: Location;
  readonly tree: LocationTree;
  readonly onClose: () => void;
  /** Loads the tree again. */
  readonly refetch: () => void;
}

/** Chooses the new parent of a location by name, and shows how many locations and articles move with it. A location can't be moved below itself. */
function MoveLocationDialog({ location, tree, onClose, refetch }: MoveProps) {
  const [text, setText] = useState("");
  const [to, setTo] = useState<number | null | undefined>(undefined);
  const [what, setWhat] = useState("");
  const { oid, name } = location;
  useEffect(() => {
    describeMove(tree, oid).then(setWhat, (error: unknown) => setWhat(problemText(error)));
  }, [tree, oid]);
  const isTarget = useMemo(() => targetsOf(tree, oid), [tree, oid]);
  const { hits } = findLocations(tree.all, text, MAX_TARGETS, (one) => isTarget(one.oid));
  const move = async () => {
    if (to === undefined) return;
    onClose();
    if ((await moveLocation(tree, oid, to)) && to !== null) expand([to]);
    refetch();
  };
  return (
    <GuardedDialog
      title={t(msg("Move “{name}”"), { name })}
      onClose={onClose}
      leave={t(msg("Cancel"))}
      actions={
        <Button kind="primary" disabled={to === undefined} onClick={move}>
          {t(msg("Move"))}
        </Button>
      }
    >
      <p role="status">
        {to === undefined
          ? t(msg("Select the new parent location."))
          : t(msg("New parent: {to}."), { to: nameOf(tree, to) })}{" "}
        {what !== "" && t(msg("Also moves: {what}."), { what })}
      </p>
      <NameSearch text={text} onText={setText} />
      <ul class="location-results is-short">
        {isTarget(null) && (
          <li>
            <Button kind="plain" aria-pressed={to === null} onClick={() => setTo(null)}>
              <b>{t(msg("Top level"))}</b>
            </Button>
          </li>
        )}
        {hits.map((one) => (
          <li key={one.oid}>
            <Button kind="plain" aria-pressed={to === one.oid} onClick={() => setTo(one.oid)}>
              <b>{one.name}</b> <span class="muted">{one.code}</span>
              <small class="muted">{pathAbove(tree, one.oid)}</small>
            </Button>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p class="muted">{t(msg("No matching locations."))}</p>}
    </GuardedDialog>
  );
}

/** The number of articles that are listed; their table shows all. */
const MAX_ARTICLES = 50;

/** The articles at exactly this location. */
function ArticlesHere({ oid }: { readonly oid: number }) {
  const query = useLiveQuery(call("GET /api/locations/{id}/articles", { id: oid }), {
    follows: ["articles", "locations"],
  });
  const columns: Column<ArticleAtLocation>[] = [
    { title: t(msg("Article")), cell: ({ article }) => article.name },
    { title: t(msg("Code")), cell: ({ article }) => article.code, isCode: true },
    { title: t(msg("Quantity")), number: ({ quantity, article }) => quantityText(quantity, article.unit) },
  ];
  const totals = useTotals({ locationId: oid });
  const currencies = useCurrencies();
  return (
    <>
      <h3>{t(msg("Articles here"))}</h3>
      <QueryBoundary query={query} empty={msg("No articles here.")}>
        {(things) => (
          <>
            <p class="muted">
              {t(msg("{n, plural, one {# article.} other {# articles.}}"), { n: things.length })}
              {things.length > MAX_ARTICLES && ` ${t(msg("Showing the first {n}."), { n: MAX_ARTICLES })}`}
            </p>
            <DataTable
              caption={t(msg("Articles here"))}
              columns={columns}
              rows={things.slice(0, MAX_ARTICLES)}
              hrefOf={({ articleId }) => `#/articles/${articleId}`}
            />
          </>
        )}
      </QueryBoundary>
      <p>
        <a href={`#${addressOf("/articles", { locationId: oid })}`}>
          {t(msg("All articles here and under it"))}
        </a>
        {totals.body !== null && `: ${totalsText(totals.body, currencies)}`}
      </p>
      <p>
        <a href={movementsHref({ locationId: oid })}>{t(msg("Stock movements"))}</a>
      </p>
    </>
  );
}
