import { msg } from "../../../domain/message.ts";
import { call, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Location } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { putTagged, requestTagged } from "../forms/guarded-requests.ts";
import type { Change } from "../forms/mutation.tsx";
import { problemText } from "../forms/problem.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { type LocationTree, withBelow } from "./tree/location-tree.ts";

/** A move of a location to another parent; null is the top level. */
interface Move {
  readonly oid: number;
  readonly from: number | null;
  readonly to: number | null;
  /** Its position among the siblings, from 0; undefined: that of a new location. */
  readonly position?: number | undefined;
}

/**
 * Whether a location can move to a parent (null: the top level): another one than now, and neither itself nor below
 * it.
 */
export function targetsOf(tree: LocationTree, oid: number): (to: number | null) => boolean {
  const location = tree.get(oid);
  if (location === null) return () => false;
  const own = new Set<number | null>(withBelow(tree, location).map((one) => one.oid));
  return (to) => to !== location.parentLocationId && !own.has(to);
}

/** The numbers of locations and articles that move with it. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function describeMove(tree: LocationTree, oid: number): Promise<string> {
  const { total = 0 } = await requestAsUser(
    call("GET /api/articles/page", { locationId: oid, withTotal: true, limit: 1 }),
  );
  return t(msg("{places} and {articles}"), {
    places: t(msg("{n, plural, one {# location} other {# locations}}"), { n: tree.countBelow(oid) }),
    articles: t(msg("{n, plural, one {# article} other {# articles}}"), { n: total }),
  });
}

/** The name of a location; null is the top level. */
export const nameOf = (tree: LocationTree, oid: number | null) =>
  oid === null ? t(msg("the top level")) : (tree.get(oid)?.name ?? String(oid));

/** Moves a location and offers to undo it; true: it was moved. */
export async function moveLocation(
  tree: LocationTree,
  oid: number,
  to: number | null,
  position?: number,
): Promise<boolean> {
  const location = tree.get(oid);
  if (location === null) return false;
  const move: Move = { oid, from: location.parentLocationId, to, position };
  const before = location.position === null ? undefined : tree.childrenOf(move.from).indexOf(location);
  const names = { location: location.name, to: nameOf(tree, to), from: nameOf(tree, move.from) };
  try {
    const what = await describeMove(tree, oid);
    await requestMove(move);
    showSuccess(t(msg("“{location}” moved to {to}. Also moved: {what}."), { ...names, what }), () =>
      moveBack({ oid, from: to, to: move.from, position: before }, names),
    );
    return true;
  } catch (error) {
    showError(moveErrorText(error, names.location));
    return false;
  }
}

async function moveBack(move: Move, names: { location: string; from: string }): Promise<void> {
  try {
    await requestMove(move);
    showSuccess(t(msg("“{location}” moved back to {from}."), names));
  } catch (error) {
    showError(moveErrorText(error, names.location));
  }
}

class MovedMeanwhile extends Error {}

/** Moves a location if it has not been moved in the meantime. */
async function requestMove({ oid, from, to, position }: Move): Promise<void> {
  const { body, tag } = await requestTagged(call("GET /api/locations/{id}", { id: oid }));
  if (body.parentLocationId !== from) throw new MovedMeanwhile();
  await putTagged(
    call("PUT /api/locations/{id}", { id: oid, body: { parentLocationId: to, position } }),
    tag,
  );
}

/** The reason that a location was not moved. */
export function moveErrorText(error: unknown, name: string): string {
  const isOthers = error instanceof MovedMeanwhile || (error instanceof ApiError && error.status === 412);
  if (isOthers)
    return t(msg("“{location}” was not moved. Somebody else changed it in the meantime."), {
      location: name,
    });
  if (error instanceof ApiError)
    return [error.message, ...error.errors.map((one) => one.message)].join(" – ");
  return problemText(error);
}

/** The deletion of an unchanged location. The server's error says for example that it is not empty. */
export const deletionOf = ({ oid, name, parentLocationId }: Location, tag: string | null): Change => ({
  question: {
    title: t(msg("Delete “{name}”?"), { name }),
    text: t(
      msg(
        "The location is deleted only if it is empty: no locations under it, no articles and no minimum stock in it. Past counts stay readable. This can't be undone.",
      ),
    ),
    action: t(msg("Delete")),
    isDangerous: true,
  },
  send: withTag(call("DELETE /api/locations/{id}", { id: oid }), tag),
  done: t(msg("“{name}” deleted."), { name }),
  onDone: () =>
    leaveWithoutAsking(parentLocationId === null ? "/locations" : `/locations/${parentLocationId}`, {
      replace: true,
    }),
});
