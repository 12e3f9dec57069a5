import { useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { OutboxEntry } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { t, when } from "../../../i18n/translate.ts";
import { locationLabel, locationName } from "../../../offline/sync/locations.ts";
import { go, goBack } from "../../../router/router.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Button } from "../../../ui/button.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { asExpected, setQuantity } from "../change.ts";
import type { ItemNow } from "../current-count.ts";
import { itemsOfArticle } from "../items.ts";
import type { Spot } from "../scan.ts";
import { countedElsewhere } from "../scan-rules.ts";
import { showDone, showMoveQuestion, spotPath } from "./current.ts";
import { DraftOffer, type DraftSubject } from "./draft-offer.tsx";
import { ItemPhoto, PrintLabel } from "./item-actions.tsx";
import { ItemNote } from "./item-details.tsx";
import { ItemDisposal } from "./item-disposal.tsx";
import { PackUnits, usePacks } from "./pack-units.tsx";
import { Amount, NumberPad, SaveButton } from "./quantity.tsx";
import { ItemHistory } from "./recent-list.tsx";
import { spotOf } from "./scanning.ts";
import { useSaveOnLeave, useTyped } from "./typed-quantity.ts";
import { countedText } from "./verdict-facts.ts";
import "./count.css";

/** The screen of an item: its quantity, note, disposal, photo and history. */
export function Item(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const [articleId, key] = [Number(values["article"]), values["item"] ?? ""];
  const loaded = useItem(spot, articleId, key);
  if (loaded === null)
    return (
      <Page title={t(msg("Item"))} back>
        {null}
      </Page>
    );
  if (loaded.item === null) {
    return (
      <Page title={t(msg("Item"))} back>
        <p>{t(msg("This item is not on this device any more."))}</p>
      </Page>
    );
  }
  return <ItemView item={loaded.item} spot={spot} />;
}

/** The current state of an item by its key; null: not read yet. */
export function useItem(
  spot: Spot,
  articleId: number,
  key: string,
): { readonly item: ItemNow | null } | null {
  return useStored(
    async () => {
      const items = await itemsOfArticle(spot.inventoryId, articleId);
      // An item that is not counted yet is identified by its location.
      const at = items?.at(spot.placeId) ?? null;
      return { item: items?.get(key) ?? (at === "locationRequired" ? null : at) };
    },
    ["outbox", "items"],
    [spot, articleId, key],
  );
}

/** The subject of drafts of this screen. */
export const draftSubject = (
  { inventoryId, placeId }: Spot,
  { name, code }: Pick<ItemNow, "name" | "code">,
): DraftSubject => ({ inventoryId, name, code, place: locationName(placeId) });

function ItemView({ item, spot }: { readonly item: ItemNow; readonly spot: Spot }) {
  const { run, isBusy, problem } = useAction();
  /** The seq of the question to a typed quantity. */
  const askedSeq = useRef<number | null>(null);
  const expected = item.isUnexpected ? null : item.expected;
  const subject = draftSubject(spot, item);
  const packs = usePacks(item.articleId);
  const typed = useTyped(expected, subject);
  const target = { ...spot, item };
  const otherLocationId = countedElsewhere(item, spot.placeId);
  const showResult = async (recording: Promise<OutboxEntry>, quantity: number, icon: IconName) => {
    const entry = await recording;
    askedSeq.current = entry.state === "asked" ? entry.seq : null;
    if (entry.state === "asked") showMoveQuestion(spot, entry, item);
    else if (otherLocationId !== null && quantity === 0)
      showDone(
        spot,
        "same",
        t(msg("Nothing changed. {counted}"), { counted: countedText(item, spot.placeId) }),
        item.name,
        {
          item,
        },
      );
    else
      showDone(spot, icon, t(msg("Saved: {quantity}"), { quantity }), item.name, {
        item: { ...item, quantity },
      });
  };
  const record = (quantity: number) => showResult(setQuantity(target, quantity), quantity, "count");
  const leave = () => {
    if (askedSeq.current === null) goBack();
    else go(spotPath(spot, `asked/${askedSeq.current}`), { replace: true });
  };
  // Leaving by a scan or Back saves the quantity. A doubtful one is asked about first.
  const { saving } = useSaveOnLeave(spot, typed, record);
  const save = (quantity: number) =>
    run(async () => {
      await saving(record(quantity));
      leave();
    });
  return (
    <Page
      title={item.name}
      class="pad-page"
      back
      actions={
        <>
          {expected !== null && (
            <Button
              kind="secondary"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await saving(showResult(asExpected(target), expected, "there"));
                  leave();
                })
              }
            >
              {t(msg("As expected ({expected})"), { expected })}
            </Button>
          )}
          <SaveButton typed={typed} isBusy={isBusy} onSave={save} />
        </>
      }
    >
      <Announcer />
      <DraftOffer isPad />
      <Problem text={problem} />
      <p class="muted one-line">{subtitle(item, spot)}</p>
      <Amount typed={typed} caption={countedText(item, spot.placeId)} expected={expected} />
      <PackUnits typed={typed} packs={packs} />
      <NumberPad digits={typed.digits} onDigits={typed.onDigits} />
      <ItemNote target={target} subject={subject} />
      <ItemPhoto item={item} />
      <PrintLabel articleId={item.articleId} />
      <ItemDisposal target={target} />
      <ItemHistory item={item} spot={spot} />
    </Page>
  );
}

function subtitle(
  { code, expectedAt, counted, isToRecount, needsSecondCount }: ItemNow,
  { placeId }: Spot,
): string {
  return [
    code ?? t(msg("no code")),
    ...(expectedAt !== null && expectedAt !== placeId
      ? [t(msg("belongs to {location}"), { location: locationLabel(expectedAt) })]
      : []),
    ...(counted === null
      ? []
      : [
          t(msg("counted by {author}, {at}"), {
            author: counted.user.fullName,
            at: when(counted.at),
          }),
        ]),
    ...(isToRecount ? [t(msg("count it again"))] : []),
    ...(needsSecondCount ? [t(msg("second count by another person"))] : []),
  ].join(" · ");
}
