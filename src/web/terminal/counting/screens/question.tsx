import { msg } from "../../../../domain/message.ts";
import { useStored } from "../../../db/use-stored.ts";
import { t } from "../../../i18n/translate.ts";
import { entryOfSeq } from "../../../offline/outbox/entries.ts";
import { locationLabel, locationName } from "../../../offline/sync/locations.ts";
import { goBack } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { type Answer, answerQuestion, canAdd } from "../change.ts";
import { expectedOf, itemOfEntry } from "../items.ts";
import { showDone, showMoveQuestion } from "./current.ts";
import { DraftOffer } from "./draft-offer.tsx";
import { PackUnits, usePacks } from "./pack-units.tsx";
import { Amount, NumberPad, SaveButton } from "./quantity.tsx";
import { spotOf } from "./scanning.ts";
import { useSaveOnLeave, useTyped } from "./typed-quantity.ts";
import { countedText, movedText } from "./verdict-facts.ts";
import "./count.css";

/** The question of a scan that is not counted yet. */
export function ScanQuestion(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const seq = Number(values["seq"]);
  const { run, isBusy, problem } = useAction();
  const loaded = useStored(() => loadQuestion(seq), ["outbox", "items"], [seq]);
  const item = loaded?.item ?? null;
  const expected = expectedOf(item);
  const shown = loaded?.entry?.shown;
  const packs = usePacks(loaded?.entry?.articleId ?? null);
  const typed = useTyped(expected, {
    inventoryId: spot.inventoryId,
    name: shown?.name ?? "",
    code: shown?.code ?? null,
    place: locationName(spot.placeId),
  });
  // A typed quantity is an answer, also when the user scans on or goes back.
  const { saving } = useSaveOnLeave(spot, typed, async (quantity) => {
    const moveQuestion = await answerQuestion(seq, { kind: "set", quantity });
    const item = loaded === null || loaded.entry === null ? null : await itemOfEntry(loaded.entry);
    if (moveQuestion !== null && item !== null) showMoveQuestion(spot, moveQuestion, item);
    else
      showDone(spot, "count", t(msg("Set to {quantity}"), { quantity }), loaded?.entry?.shown.name ?? "", {
        item,
      });
  });
  if (loaded === null)
    return (
      <Page title={t(msg("NOT counted yet"))} back>
        {null}
      </Page>
    );
  const { entry } = loaded;
  if (entry === null || entry.state !== "asked") {
    return (
      <Page title={t(msg("NOT counted yet"))} back>
        <p>{t(msg("This question is answered."))}</p>
      </Page>
    );
  }
  const { name } = entry.shown;
  const answer = (chosen: Answer, icon: IconName, text: string) =>
    run(async () => {
      const moveQuestion = await saving(answerQuestion(seq, chosen));
      const now = await itemOfEntry(entry);
      if (moveQuestion !== null && now !== null) showMoveQuestion(spot, moveQuestion, now);
      else showDone(spot, icon, text, name, { item: now });
      goBack();
    });
  const isMoved = entry.question === "moved";
  const pieces = entry.pieces ?? 1;
  return (
    <Page
      title={name}
      class="pad-page"
      back
      actions={
        <>
          <Button
            kind="secondary"
            disabled={isBusy}
            onClick={() => answer({ kind: "skip" }, "same", t(msg("Nothing changed")))}
          >
            {t(msg("Skip"))}
          </Button>
          {isMoved && (
            <Button
              kind="secondary"
              disabled={isBusy}
              onClick={() => answer({ kind: "moved" }, "elsewhere", movedText(item, pieces))}
            >
              {movedText(item, pieces)}
            </Button>
          )}
          {canAdd(entry.question, entry.operation.code) && (
            <Button
              kind="secondary"
              disabled={isBusy}
              onClick={() =>
                answer(
                  { kind: "add" },
                  "plus",
                  t(msg("{n, plural, one {One} other {#}} more counted"), { n: pieces }),
                )
              }
            >
              {t(isMoved ? msg("{n, plural, one {One} other {#}} more here") : msg("Add {n}"), { n: pieces })}
            </Button>
          )}
          {!isMoved && (
            <SaveButton
              typed={typed}
              isBusy={isBusy}
              onSave={(quantity) =>
                answer({ kind: "set", quantity }, "count", t(msg("Set to {quantity}"), { quantity }))
              }
            />
          )}
        </>
      }
    >
      <DraftOffer isPad />
      <Problem text={problem} />
      <Amount typed={typed} caption={countedText(item, spot.placeId)} expected={expected} />
      {isMoved ? (
        <p>
          {t(msg("Moved to {scanned}, or more there?"), {
            scanned: locationLabel(entry.placeId ?? spot.placeId),
          })}
        </p>
      ) : (
        <>
          <PackUnits typed={typed} packs={packs} />
          <NumberPad digits={typed.digits} onDigits={typed.onDigits} />
        </>
      )}
    </Page>
  );
}

async function loadQuestion(seq: number) {
  const entry = await entryOfSeq(seq);
  return { entry, item: entry === null ? null : await itemOfEntry(entry) };
}
