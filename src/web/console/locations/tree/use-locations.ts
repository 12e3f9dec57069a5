import { useEffect } from "preact/hooks";
import type { OrderedLocation } from "../../../../locations/shapes.ts";
import { language } from "../../../i18n/translate.ts";
import { places } from "../../../offline/sync/locations.ts";
import { type LiveAnswer, useLive } from "../../realtime/use-live-query.ts";
import { type PlaceTree, placeTree } from "./location-tree.ts";

interface Made {
  readonly words: string;
  readonly tree: PlaceTree;
}

/** Made once of each answer, whoever asks. */
const made = new WeakMap<readonly OrderedLocation[], Made>();

function treeOf(body: readonly OrderedLocation[], words: string): PlaceTree {
  const known = made.get(body);
  if (known?.words === words) return known.tree;
  const tree = placeTree(body, words);
  made.set(body, { words, tree });
  return tree;
}

let told: readonly OrderedLocation[] | null = null;

/**
 * All locations, as new as the box tells, and their tree; null: not known yet, or not wanted. Names and paths are then known
 * to `offline/sync/locations.ts` too.
 */
export function usePlaces(isWanted = true): {
  readonly answer: LiveAnswer<readonly OrderedLocation[]>;
  readonly tree: PlaceTree | null;
} {
  const path = isWanted ? "/api/locations?includePosition=true" : null;
  const answer = useLive<readonly OrderedLocation[]>(path, { follows: ["locations"] });
  const { body } = answer;
  useEffect(() => {
    if (body === null || body === told) return;
    told = body;
    places.value = new Map(body.map((place) => [place.oid, place]));
  }, [body]);
  return { answer, tree: body === null ? null : treeOf(body, language.value) };
}
