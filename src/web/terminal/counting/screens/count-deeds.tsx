import { useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { SECOND_TAP_MS } from "../../../ui/double-tap.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { useAction, wordsOf } from "../../../ui/use-action.tsx";
import { type Recent, recent } from "../items.ts";
import type { Spot } from "../scan.ts";
import { currentAt, itemOfCard, showDone } from "./current.ts";
import { itemWay } from "./expected-list.tsx";
import { undoEntry } from "./undo-entry.ts";

/** So many of the last operations are shown; undo looks no further back. */
export const MOST = 30;

/** The newest that still counts. */
const standing = (list: readonly Recent[]) =>
  list.find(({ entry, isUndone }) => !isUndone && entry.state !== "asked" && entry.state !== "given-up");

interface CountDeedsProps {
  /** What was done here, newest first; null: not read yet. */
  readonly list: readonly Recent[] | null;
  readonly spot: Spot;
  readonly isCamera: boolean;
  /** Opens the camera, or closes it. */
  readonly onCamera: () => void;
}

/** The four main deeds of counting, under the thumb. */
export function CountActions({ list, spot, isCamera, onCamera }: CountDeedsProps) {
  const { inventoryId, placeId } = spot;
  const { run, isBusy } = useAction();
  const canUndo = standing(list ?? []) !== undefined;
  const item = itemOfCard(currentAt(spot));
  const undoneAt = useRef(Number.NEGATIVE_INFINITY);
  const undoLast = () => {
    // The second of two quick taps takes nothing more back.
    if (performance.now() - undoneAt.current < SECOND_TAP_MS) return;
    undoneAt.current = performance.now();
    run(async () => {
      // The list that is shown may be a scan behind.
      const last = standing(await recent(inventoryId, MOST));
      if (last === undefined) return;
      const { entry } = last;
      try {
        await undoEntry(spot, entry);
      } catch (error) {
        showDone(spot, "warning", wordsOf(error), entry.shown.name);
      }
    });
  };
  return (
    <>
      <Main icon="undo" text={t(TEXTS.undo)} isOff={!canUndo || isBusy} onTap={undoLast} />
      <Main
        icon="count"
        text={t(TEXTS.quantity)}
        isOff={item === null}
        onTap={() => item !== null && go(itemWay(spot, item).slice(1))}
      />
      <Main icon={isCamera ? "cross" : "camera"} text={t(TEXTS.camera)} onTap={onCamera} />
      <Main icon="find" text={t(TEXTS.pick)} onTap={() => go(`/count/${inventoryId}/${placeId}/pick`)} />
    </>
  );
}

interface MainProps {
  readonly icon: IconName;
  readonly text: string;
  readonly isOff?: boolean;
  readonly onTap: () => void;
}

function Main({ icon, text, isOff = false, onTap }: MainProps) {
  return (
    <button type="button" class="second deed" disabled={isOff} onClick={onTap}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

const TEXTS = {
  undo: msg("Undo last"),
  quantity: msg("Quantity"),
  camera: msg("Camera"),
  pick: msg("Pick from list"),
};
