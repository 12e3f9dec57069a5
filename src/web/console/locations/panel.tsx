import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf, addressQuery } from "../../router/address.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { MinimumCard } from "../refill/minimum-card.tsx";
import { AddLocation } from "./add-location.tsx";
import { ArticlesHere } from "./articles-here.tsx";
import { deleteLocation } from "./change-location.ts";
import { LocationForm } from "./location-form.tsx";
import { MoveLocationDialog } from "./move-dialog.tsx";
import { type LocationTree, siblingIndex } from "./tree/location-tree.ts";

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
  const location = tree.get(oid);
  useEffect(() => {
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
          {may("manage") && (
            <>
              <Button kind="secondary" onClick={() => setOpenDialog("add")}>
                {t(msg("Add under this…"))}
              </Button>
              <Button kind="secondary" onClick={() => setOpenDialog("move")}>
                {t(msg("Move to…"))}
              </Button>
              <Steps tree={tree} oid={oid} onStep={onStep} />
            </>
          )}
          <ButtonLink kind="secondary" href={`#/locations/${oid}/labels`}>
            {t(msg("Labels"))}
          </ButtonLink>
          {may("manage") && (
            <Button kind="secondary" onClick={() => deleteLocation(location, query.tag, refetch)}>
              {t(msg("Delete…"))}
            </Button>
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
          kind="secondary"
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
