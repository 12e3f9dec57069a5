import { useEffect, useRef, useState } from "preact/hooks";
import { call, withoutTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { showError } from "../../ui/toast.tsx";
import { movedText } from "../lists/use-reorder.ts";
import { moveErrorText } from "./change-location.ts";
import type { LocationTree } from "./tree/location-tree.ts";

/** Reordering of the locations below one parent. */
interface SiblingOrder {
  /** Moves a location to this position among its siblings, from 0. */
  move(oid: number, position: number): void;
  /** Result of the last move, for screen readers. */
  readonly announced: string;
}

/** Reorders siblings; `onChanged` loads the tree again. A move is ignored until the tree shows the previous one. */
export function useSiblingOrder(tree: LocationTree | null, onChanged: () => void): SiblingOrder {
  const [announced, setAnnounced] = useState("");
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = false;
  }, [tree]);

  async function put(name: string, oid: number, position: number, of: number): Promise<void> {
    try {
      await requestAsUser(
        withoutTag(call("PUT /api/locations/{id}", { id: oid, body: { position } }), "position"),
      );
      setAnnounced(movedText(name, position, of));
    } catch (error) {
      isBusy.current = false;
      showError(moveErrorText(error, name));
    }
    onChanged();
  }

  return {
    announced,
    move(oid, position) {
      const location = tree?.get(oid) ?? null;
      if (tree === null || location === null || isBusy.current) return;
      const siblings = tree.childrenOf(location.parentLocationId);
      if (position < 0 || position >= siblings.length || siblings[position] === location) return;
      isBusy.current = true;
      put(location.name, oid, position, siblings.length).catch(reportError);
    },
  };
}
