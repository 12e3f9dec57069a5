import { useEffect, useMemo, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { Location } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { findLocations } from "../../offline/sync/find-locations.ts";
import { Button } from "../../ui/button.tsx";
import { GuardedDialog } from "../forms/guarded-dialog.tsx";
import { problemText } from "../forms/problem.ts";
import { describeMove, moveLocation, nameOf, targetsOf } from "./change-location.ts";
import { expand } from "./expanded.ts";
import { NameSearch } from "./name-search.tsx";
import { type LocationTree, pathAbove } from "./tree/location-tree.ts";

const MOST = 30;

interface MoveProps {
  readonly location: Location;
  readonly tree: LocationTree;
  readonly onClose: () => void;
  /** Loads the tree again. */
  readonly refetch: () => void;
}

/** Chooses the new parent of a location by name, and shows how many locations and articles move with it. A location can't be moved below itself. */
export function MoveLocationDialog({ location, tree, onClose, refetch }: MoveProps) {
  const [text, setText] = useState("");
  const [to, setTo] = useState<number | null | undefined>(undefined);
  const [what, setWhat] = useState("");
  const { oid, name } = location;
  useEffect(() => {
    describeMove(tree, oid).then(setWhat, (error: unknown) => setWhat(problemText(error)));
  }, [tree, oid]);
  const isTarget = useMemo(() => targetsOf(tree, oid), [tree, oid]);
  const { hits } = findLocations(tree.all, text, MOST, (one) => isTarget(one.oid));
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
        <Button disabled={to === undefined} onClick={move}>
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
      <NameSearch label={t(msg("Search by name or code"))} text={text} onText={setText} />
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
