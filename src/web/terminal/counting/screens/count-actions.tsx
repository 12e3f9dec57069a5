import { useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import { SECOND_TAP_MS } from "../../../ui/double-tap.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { errorText, useAction } from "../../../ui/use-action.tsx";
import { type Recent, recent } from "../items.ts";
import type { Spot } from "../scan.ts";
import { currentAt, itemOfCard, showDone, spotPath, undoEntry } from "./current.ts";
import { itemHref } from "./expected-list.tsx";

/** The number of operations shown. Undo is limited to them. */
export const MAX_RECENT = 30;

/** The newest operation that is not undone. */
const lastEffective = (list: readonly Recent[]) =>
  list.find(({ entry, isUndone }) => !isUndone && entry.state !== "asked" && entry.state !== "given-up");

interface CountActionsProps {
  /** The latest operations, newest first; null: not read yet. */
  readonly list: readonly Recent[] | null;
  readonly spot: Spot;
  readonly isCamera: boolean;
  /** Opens or closes the camera. */
  readonly onCamera: () => void;
}

/** The four main actions of counting, at the bottom. */
export function CountActions({ list, spot, isCamera, onCamera }: CountActionsProps) {
  const { inventoryId, placeId } = spot;
  const { run, isBusy } = useAction();
  const canUndo = lastEffective(list ?? []) !== undefined;
  const now = currentAt(spot);
  const item = itemOfCard(now);
  const code = now?.kind === "scan" && now.scan.verdict === "unknown" ? now.scan.entry : null;
  const undoneAt = useRef(Number.NEGATIVE_INFINITY);
  const undoLast = () => {
    // Ignores the second of two quick taps.
    if (performance.now() - undoneAt.current < SECOND_TAP_MS) return;
    undoneAt.current = performance.now();
    run(async () => {
      // The shown list may lack the last scan.
      const last = lastEffective(await recent(inventoryId, MAX_RECENT));
      if (last === undefined) return;
      const { entry } = last;
      try {
        await undoEntry(spot, entry);
      } catch (error) {
        showDone(spot, "warning", errorText(error), entry.shown.name);
      }
    });
  };
  return (
    <>
      <MainAction icon="undo" text={t(msg("Undo last"))} isOff={!canUndo || isBusy} onTap={undoLast} />
      <MainAction
        icon="count"
        text={t(msg("Quantity"))}
        isOff={item === null && code === null}
        onTap={() => {
          if (item !== null) go(itemHref(spot, item).slice(1));
          else if (code !== null) go(spotPath(spot, `quantity/${code.operationId}`));
        }}
      />
      <MainAction icon={isCamera ? "cross" : "camera"} text={t(msg("Camera"))} onTap={onCamera} />
      <MainAction
        icon="find"
        text={t(msg("Pick from list"))}
        onTap={() => go(`/count/${inventoryId}/${placeId}/pick`)}
      />
    </>
  );
}

interface MainActionProps {
  readonly icon: IconName;
  readonly text: string;
  readonly isOff?: boolean;
  readonly onTap: () => void;
}

function MainAction({ icon, text, isOff = false, onTap }: MainActionProps) {
  return (
    <Button kind="secondary" class="action" icon={icon} disabled={isOff} onClick={onTap}>
      {text}
    </Button>
  );
}
