import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { CatalogueName } from "../../../records/catalogues.ts";
import { withoutTag } from "../../api/call.ts";
import { updateCatalogueItem } from "../../api/catalogues.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CatalogueItem } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { showError } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";

/** Reordering of a list, by buttons and by dragging. */
interface Reorder {
  /** The records in the shown order. */
  readonly shown: readonly CatalogueItem[];
  readonly dragged: number | null;
  /** Result of the last move, for screen readers. */
  readonly announced: string;
  /** Moves the record to this position, from 0. `focus`: id of the button that keeps the focus. */
  move(record: CatalogueItem, position: number, focus?: string): void;
  /** Event handlers of the row at this position. */
  rowHandlers(record: CatalogueItem, position: number): Readonly<Record<string, unknown>>;
}

/** Moves records of a list. The new order is shown at once, then that of the response. */
export function useReorder(
  catalogue: CatalogueName,
  records: readonly CatalogueItem[],
  onChanged: () => void,
): Reorder {
  const [moved, setMoved] = useState<readonly CatalogueItem[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announced, setAnnounced] = useState("");
  const focus = useRef<string | null>(null);
  // The order of the server replaces the local one.
  useEffect(() => setMoved(null), [records]);
  useLayoutEffect(() => {
    if (focus.current === null) return;
    document.getElementById(focus.current)?.focus();
    focus.current = null;
  });
  const shown = moved ?? records;

  function move(record: CatalogueItem, position: number, button: string | null = null): void {
    if (position < 0 || position >= shown.length || shown[position]?.oid === record.oid) return;
    const others = shown.filter(({ oid }) => oid !== record.oid);
    setMoved([...others.slice(0, position), record, ...others.slice(position)]);
    setAnnounced(movedText(record.name, position, shown.length));
    focus.current = button;
    const request = updateCatalogueItem(catalogue, record.oid, { position });
    requestAsUser(withoutTag(request, "position"))
      .catch((error: unknown) => {
        setMoved(null);
        showError(problemText(error));
      })
      .finally(onChanged);
  }

  return {
    shown,
    dragged,
    announced,
    move,
    rowHandlers: (record, position) => ({
      onDragStart: (event: DragEvent) => {
        event.dataTransfer?.setData("text/plain", record.name);
        if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = "move";
        setDragged(record.oid);
      },
      onDragEnd: () => setDragged(null),
      onDragOver: (event: DragEvent) => {
        if (dragged !== null) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        const one = shown.find(({ oid }) => oid === dragged);
        setDragged(null);
        if (one !== undefined) move(one, position);
      },
    }),
  };
}

/** Tells a screen reader the position of a record after a move; `position` counts from 0. */
export const movedText = (name: string, position: number, of: number) =>
  t(msg("{name} is now {place} of {of}."), { name, place: position + 1, of });
