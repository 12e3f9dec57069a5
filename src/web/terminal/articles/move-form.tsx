import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { useArticle } from "../../articles/known-article.ts";
import { t } from "../../i18n/translate.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { locationName, locationPath } from "../../offline/sync/locations.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { Page } from "../../ui/page.tsx";
import { Stepper } from "../../ui/quantity-stepper.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { useLocationsOf } from "./article-stock.tsx";
import { LocationPicker } from "./location-picker.tsx";
import { moveOf, transferOf } from "./move-request.ts";
import { Source } from "./move-source.tsx";
import { useScannedPlace } from "./use-scanned-location.ts";

/** The most pieces that are put somewhere anew. */
const MOST = 1_000_000;

interface MoveFormProps {
  readonly articleId: number;
  readonly title: string;
  readonly isManager: boolean;
  readonly onSent: (id: string) => void;
}

/** From where, how many, and where to. */
export function MoveForm({ articleId, title, isManager, onSent }: MoveFormProps) {
  const article = useArticle(articleId).body;
  const where = useLocationsOf(articleId);
  const [chosen, setChosen] = useState<number | null>(null);
  const [count, setCount] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const notice = useScannedPlace(setTo);
  const deed = useAction();
  const camera = useCamera();
  const standing = where.body ?? [];
  const from = standing.find(({ locationId }) => locationId === chosen) ?? standing[0] ?? null;
  const most = from?.quantity ?? MOST;
  const quantity = Math.min(count ?? from?.quantity ?? 1, most);
  // A manager's move of what is not known to be anywhere would make new pieces of it.
  const isReady = to !== null && (where.body !== null || !isManager);

  const send = () =>
    deed.run(async () => {
      if (to === null) return;
      const task = (isManager ? moveOf : transferOf)({ articleId, to, from, quantity });
      const names = { name: article?.name ?? String(articleId), place: locationName(to) };
      const { id } = await queueCommand(task, t(isManager ? TEXTS.moving : TEXTS.asking, names));
      onSent(id);
    });

  return (
    <Page
      title={title}
      back
      deeds={
        to === null ? (
          camera.button
        ) : (
          <button type="button" disabled={!isReady || deed.isBusy} onClick={send}>
            {t(isManager ? TEXTS.doMove : TEXTS.doAsk)}
          </button>
        )
      }
    >
      {to === null && camera.view}
      <p>
        <b>{article?.name}</b> <span class="quiet">{article?.code}</span>
      </p>
      <Problem text={deed.problem ?? notice} />
      <Source where={where} from={from} onFrom={setChosen} />
      {(from !== null || (isManager && where.body !== null)) && (
        <>
          <h2>{t(TEXTS.pieces)}</h2>
          <Stepper words={t(TEXTS.pieces)} value={quantity} most={most} onValue={setCount} />
        </>
      )}
      <h2>{t(TEXTS.to)}</h2>
      <Target to={to} onTo={setTo} />
    </Page>
  );
}

interface TargetProps {
  readonly to: number | null;
  readonly onTo: (to: number | null) => void;
}

/** The place that is chosen, or the choice. */
function Target({ to, onTo }: TargetProps) {
  if (to === null) return <LocationPicker onPick={({ oid }) => onTo(oid)} />;
  return (
    <>
      <p>
        <b>{locationName(to)}</b> <span class="quiet">{locationPath(to)}</span>
      </p>
      <button type="button" class="second" onClick={() => onTo(null)}>
        {t(TEXTS.other)}
      </button>
    </>
  );
}

const TEXTS = {
  doMove: msg("Move"),
  doAsk: msg("Send request"),
  to: msg("To"),
  pieces: msg("Pieces", "number"),
  other: msg("Another location"),
  moving: msg("Move {name} to {place}"),
  asking: msg("Transfer of {name} to {place}"),
};
