import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { moveArticleStock } from "../../../api/articles.ts";
import { newId } from "../../../api/ids.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { ArticleLocation, MoveArticleStockRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Problem } from "../../../ui/use-action.tsx";
import { showError, showSuccess } from "../../dialogs/notes.tsx";
import { LineField } from "../../forms/fields.tsx";
import { problemText } from "../../forms/problem.ts";
import { Dialog } from "../../layout/dialog.tsx";
import { LocationField } from "../location-field.tsx";

interface MoveProps {
  readonly articleId: number;
  readonly from: ArticleLocation;
  readonly onEnd: () => void;
}

/** Moves pieces of an article from a place to another. */
export function MoveDialog({ articleId, from, onEnd }: MoveProps) {
  const { locationId, location, quantity } = from;
  const [count, setCount] = useState(String(quantity));
  const [to, setTo] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Of one move: asked for again after a lost answer, it moves once.
  const [key] = useState(() => new Map<string, string>());
  const send = (body: MoveArticleStockRequest) => {
    const text = JSON.stringify(body);
    const known = key.get(text) ?? newId(Date.now());
    key.set(text, known);
    return requestAsUser(moveArticleStock({ id: articleId, body }), {
      headers: { "Idempotency-Key": known },
    });
  };
  const move = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await send({ fromLocationId: locationId, toLocationId: to, quantity: Number(count) });
      showSuccess(t(TEXTS.moved), async () => {
        try {
          await send({ fromLocationId: to, toLocationId: locationId, quantity: Number(count) });
        } catch (error) {
          showError(problemText(error));
        }
      });
      onEnd();
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(TEXTS.title, { place: location.name })}
      onClose={onEnd}
      actions={
        <button type="button" disabled={to === null || isBusy} onClick={move}>
          {t(TEXTS.move)}
        </button>
      }
    >
      <LineField words={t(TEXTS.pieces)} inputMode="numeric" value={count} onValue={setCount} />
      <LocationField words={t(TEXTS.to)} value={to} onValue={setTo} />
      <Problem text={problem} />
    </Dialog>
  );
}

const TEXTS = {
  title: msg("Move from {place}"),
  pieces: msg("Pieces", "number"),
  to: msg("To"),
  move: msg("Move"),
  moved: msg("Moved"),
};
