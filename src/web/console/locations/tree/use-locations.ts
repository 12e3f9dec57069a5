import { useEffect } from "preact/hooks";
import { listOrderedLocations, type OrderedLocation } from "../../../api/locations.ts";
import { language } from "../../../i18n/translate.ts";
import { allLocations } from "../../../offline/sync/locations.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { type LocationTree, locationTree } from "./location-tree.ts";

interface Made {
  readonly locale: string;
  readonly tree: LocationTree;
}

/** The trees by response: each is built once. */
const made = new WeakMap<readonly OrderedLocation[], Made>();

function treeOf(body: readonly OrderedLocation[], locale: string): LocationTree {
  const known = made.get(body);
  if (known?.locale === locale) return known.tree;
  const tree = locationTree(body, locale);
  made.set(body, { locale, tree });
  return tree;
}

let published: readonly OrderedLocation[] | null = null;

/**
 * All locations, updated by events, and their tree; null: not known yet, or not requested. It also gives names and
 * paths to `offline/sync/locations.ts`.
 */
export function useLocations(isWanted = true): {
  readonly query: LiveQuery<readonly OrderedLocation[]>;
  readonly tree: LocationTree | null;
} {
  const query = useLiveQuery(isWanted ? listOrderedLocations() : null, { follows: ["locations"] });
  const { body } = query;
  useEffect(() => {
    if (body === null || body === published) return;
    published = body;
    allLocations.value = new Map(body.map((location) => [location.oid, location]));
  }, [body]);
  return { query, tree: body === null ? null : treeOf(body, language.value) };
}
