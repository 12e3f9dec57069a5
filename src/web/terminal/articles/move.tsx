import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import type { ArticleLocation } from "../../api/types/endpoints.d.ts";
import { pieces, quantityLabel } from "../../articles/amounts.ts";
import { useArticle, useArticleFields } from "../../articles/known-article.ts";
import { PackedStepper } from "../../articles/packed-stepper.tsx";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { locationName, locationPath } from "../../offline/sync/locations.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { isLoading, type QueryResult } from "../../query/query-state.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup, RadioRow } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandPage } from "../unsent/command-note.tsx";
import { useLocationsOf } from "./article-stock.tsx";
import { LocationPicker } from "./location-picker.tsx";
import { moveOf, transferOf } from "./move-request.ts";
import { useScannedLocation } from "./scanned-location.ts";
import "../../articles/articles.css";
import { addressQuery } from "../../router/address.ts";

/** `#/article/:id/move`: moves an article (Manager, Admin), or requests a transfer. */
export function MoveScreen({ id = "" }: Readonly<Record<string, string>>) {
  const [sent, setSent] = useState<SentMove | null>(null);
  const isManager = may("manage");
  const title = t(isManager ? msg("Move", "noun") : msg("Request transfer"));
  if (sent === null)
    return <MoveForm articleId={Number(id)} title={title} isManager={isManager} onSent={setSent} />;
  const done = t(
    isManager
      ? msg("Moved to {location}: {quantity} of {name}.")
      : msg("Transfer to {location} requested: {quantity} of {name}. A manager decides."),
    sent.names,
  );
  return <CommandPage title={title} id={sent.id} done={done} />;
}

/** A move that is queued. */
interface SentMove {
  readonly id: string;
  readonly names: { readonly name: string; readonly quantity: string; readonly location: string };
}

/** The maximum number of new pieces. */
const MAX_PIECES = 1_000_000;

interface MoveFormProps {
  readonly articleId: number;
  readonly title: string;
  readonly isManager: boolean;
  readonly onSent: (sent: SentMove) => void;
}

/** A form with the source, quantity and target of a move. */
function MoveForm({ articleId, title, isManager, onSent }: MoveFormProps) {
  const articleQuery = useArticle(articleId);
  const article = articleQuery.body;
  const stockQuery = useLocationsOf(articleId);
  const [given] = useState(givenMove);
  const known = useArticleFields(articleId);
  const { packs = [], unit = null } = known.fields ?? {};
  // Whatever comes later would move the rows of the locations under the finger.
  const isComing = isLoading(articleQuery) || isLoading(stockQuery) || known.isLoading;
  const [fromId, setFromId] = useState(given.from?.locationId ?? null);
  const [count, setCount] = useState(given.quantity);
  const [toId, setToId] = useState(given.to);
  const [reason, setReason] = useState("");
  const notice = useScannedLocation(setToId);
  const action = useAction();
  const camera = useCamera();
  const stock = stockQuery.body ?? [];
  // Another location does not stand for the chosen one: pieces would leave it that nobody has moved.
  const chosen = (fromId === null ? stock[0] : stock.find(({ locationId }) => locationId === fromId)) ?? null;
  const isGone = fromId !== null && stockQuery.state === "fresh" && chosen === null;
  // Without a connection the stock may be unknown here, or older than the refill list, which names a source.
  const isOfList =
    stockQuery.body === null || (stockQuery.state !== "fresh" && fromId === given.from?.locationId);
  const from = isOfList ? (chosen ?? given.from) : chosen;
  const max = from?.quantity ?? MAX_PIECES;
  const quantity = Math.min(count ?? from?.quantity ?? 1, max);
  // A manager's move of an article without known stock would create pieces.
  const isReady = toId !== null && !isGone && (stockQuery.body !== null || from !== null || !isManager);

  const send = () =>
    action.run(async () => {
      if (toId === null) return;
      const move = { articleId, to: toId, from, quantity };
      const task = isManager ? moveOf({ ...move, reason }) : transferOf(move);
      const names = { name: article?.name ?? String(articleId), location: locationName(toId) };
      const { id } = await queueCommand(
        task,
        t(isManager ? msg("Move {name} to {location}") : msg("Transfer of {name} to {location}"), names),
      );
      onSent({ id, names: { ...names, quantity: pieces(quantity, unit) } });
    });

  return (
    <Page
      title={title}
      isUnsaved={toId !== null || count !== null}
      actions={
        toId === null ? (
          camera.button
        ) : (
          <Button kind="primary" disabled={!isReady || action.isBusy} onClick={send}>
            {t(isManager ? msg("Move") : msg("Send request"))}
          </Button>
        )
      }
    >
      {toId === null && camera.view}
      <p>
        <b>{article?.name}</b> <span class="muted">{article?.code}</span>
      </p>
      <Problem text={action.problem ?? notice} />
      {isGone && (
        <Banner tone="warning" role="status">
          {t(msg("Nothing is left at {location}."), { location: locationName(fromId) })}
        </Banner>
      )}
      {stockQuery.body === null && from !== null ? (
        <p>
          {t(msg("From"))}: <b>{locationName(from.locationId)}</b> {pieces(from.quantity, unit)}
        </p>
      ) : (
        <Source query={stockQuery} unit={unit} from={chosen} onFrom={setFromId} />
      )}
      {(from !== null || (isManager && stockQuery.body !== null && !isGone)) && (
        <>
          <h2>{quantityLabel(unit)}</h2>
          <PackedStepper
            label={quantityLabel(unit)}
            packs={packs}
            unit={unit}
            value={quantity}
            max={max}
            onValue={setCount}
          />
        </>
      )}
      {!isComing && (
        <>
          <h2>{t(msg("To"))}</h2>
          <Target to={toId} onTo={setToId} />
        </>
      )}
      {isManager && toId !== null && (
        <details>
          <summary>{t(msg("Reason"))}</summary>
          <TextField
            label={t(msg("For the stock movements"))}
            value={reason}
            maxLength={MAX_TEXT_LENGTH}
            onValue={setReason}
          />
        </details>
      )}
    </Page>
  );
}

interface TargetProps {
  readonly to: number | null;
  readonly onTo: (toId: number | null) => void;
}

/** The selected target, or the location picker. */
function Target({ to: toId, onTo }: TargetProps) {
  if (toId === null) return <LocationPicker onPick={({ oid }) => onTo(oid)} />;
  return (
    <>
      <p>
        <b>{locationName(toId)}</b> <span class="muted">{locationPath(toId)}</span>
      </p>
      <Button onClick={() => onTo(null)}>{t(msg("Another location"))}</Button>
    </>
  );
}

interface SourceProps {
  readonly query: QueryResult<readonly ArticleLocation[]>;
  readonly unit: string | null;
  readonly from: Pick<ArticleLocation, "locationId"> | null;
  readonly onFrom: (locationId: number) => void;
}

/** Selects the source location of a move. */
function Source({ query, unit, from, onFrom }: SourceProps) {
  return (
    <QueryBoundary query={query} empty={msg("No location yet.")}>
      {(stock) => (
        <RadioGroup legend={t(msg("From"))}>
          {stock.map(({ locationId, location, quantity }) => (
            <RadioRow
              key={locationId}
              name="from"
              checked={locationId === from?.locationId}
              onChange={() => onFrom(locationId)}
              aside={pieces(quantity, unit)}
            >
              {location.name}
            </RadioRow>
          ))}
        </RadioGroup>
      )}
    </QueryBoundary>
  );
}

/** What the address of the screen gives, from the refill list. */
function givenMove() {
  const query = addressQuery();
  const whole = (name: string) => {
    const text = query.get(name) ?? "";
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  };
  const [from, available] = [whole("from"), whole("available")];
  return {
    from: from === null || available === null ? null : { locationId: from, quantity: available },
    to: whole("to"),
    quantity: whole("quantity"),
  };
}
