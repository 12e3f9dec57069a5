import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { goBack } from "../../../router/router.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Page } from "../../../ui/page.tsx";
import { useAction } from "../../../ui/use-action.tsx";
import { showMultiply } from "./current.ts";
import { multiply, piecesAt, setMultiply } from "./multiply.ts";
import { NumberPad } from "./number-pad.tsx";
import { Amount, SaveButton } from "./quantity.tsx";
import { spotOf } from "./spot.ts";
import { useSaveOnLeave, useTyped } from "./typed-quantity.ts";
import "./count.css";

/** The number of pieces of the next scan. A typed number also applies to a scan on this screen. */
export function MultiplyScreen(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const typed = useTyped(null, null);
  const choose = async (pieces: number) => {
    setMultiply(spot, pieces);
    showMultiply(spot);
  };
  const { saving } = useSaveOnLeave(spot, typed, choose);
  const { run, isBusy } = useAction();
  const done = (pieces: number) =>
    run(async () => {
      await saving(choose(pieces));
      goBack();
    });
  return (
    <Page
      title={t(TEXTS.title)}
      class="pad-page"
      back
      actions={
        <>
          {multiply.value !== null && (
            <button type="button" class="second" onClick={() => done(1)}>
              {t(TEXTS.off)}
            </button>
          )}
          <SaveButton typed={typed} isBusy={isBusy} words={TEXTS.save} onSave={done} />
        </>
      }
    >
      <Announcer />
      <p class="quiet one-line">{t(TEXTS.how)}</p>
      <Amount typed={typed} words={t(TEXTS.now, { now: piecesAt(spot) })} expected={null} />
      <NumberPad digits={typed.digits} onDigits={typed.onDigits} />
    </Page>
  );
}

const TEXTS = {
  title: msg("Pieces per scan"),
  how: msg("Enter the quantity, then scan the article."),
  now: msg("Now: {now}"),
  off: msg("Turn off"),
  save: msg("Next scan: {quantity}"),
};
