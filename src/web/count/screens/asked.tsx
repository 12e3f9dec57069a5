import { say } from "../../../words.ts";
import { Problem, useDeed } from "../../app/deed.tsx";
import { Icon } from "../../app/icon.tsx";
import { Page } from "../../app/page.tsx";
import { t } from "../../app/words.ts";
import { entryOfSeq } from "../../outbox/entries.ts";
import { answerAsked } from "../change.ts";
import { expectedOf } from "../items.ts";
import { showDone } from "./current.ts";
import { NumberPad } from "./number-pad.tsx";
import { Amount, Save } from "./quantity.tsx";
import { spotOf, useSpotScans } from "./spot.ts";
import { useTyped } from "./typed.ts";
import { useKept } from "./use-kept.ts";
import "./count.css";

/** A scan of what somebody has counted already: one more, so many in all, or nothing. */
export function AskedScan(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const seq = Number(values["seq"]);
  const { run, isBusy, problem } = useDeed();
  useSpotScans(spot);
  const read = useKept(() => readOne(seq), ["outbox", "items"], [seq]);
  const expected = read?.expected ?? null;
  const typed = useTyped(expected);
  if (read === null)
    return (
      <Page title={t(TEXTS.title)} back>
        {null}
      </Page>
    );
  const { entry } = read;
  if (entry === null || entry.state !== "asked") {
    return (
      <Page title={t(TEXTS.title)} back>
        <p>{t(TEXTS.answered)}</p>
      </Page>
    );
  }
  const { name } = entry.shown;
  const answer = (how: "add" | "replace" | "leave", quantity?: number) =>
    run(async () => {
      await answerAsked(seq, how, quantity);
      showDone(spot, how === "leave" ? "there" : "count", t(TEXTS[how], { quantity: quantity ?? 1 }), name);
      history.back();
    });
  return (
    <Page
      title={name}
      class="pad-page"
      back
      deeds={
        <>
          <button type="button" class="second" disabled={isBusy} onClick={() => answer("leave")}>
            {t(TEXTS.leaveIt)}
          </button>
          <button type="button" class="second" disabled={isBusy} onClick={() => answer("add")}>
            <Icon name="plus" />1
          </button>
          <Save typed={typed} isBusy={isBusy} onSave={(quantity) => answer("replace", quantity)} />
        </>
      }
    >
      <Problem text={problem} />
      <Amount typed={typed} now={entry.before?.quantity ?? null} expected={expected} />
      <NumberPad digits={typed.digits} onDigits={typed.onDigits} />
    </Page>
  );
}

async function readOne(seq: number) {
  const entry = await entryOfSeq(seq);
  return { entry, expected: entry === null ? null : await expectedOf(entry) };
}

const TEXTS = {
  title: say("Counted before", "Už započítáno"),
  answered: say("This question is answered.", "Tato otázka je zodpovězena."),
  add: say("One more counted", "Započítán další kus"),
  replace: say("Replaced by {quantity}", "Nahrazeno počtem {quantity}"),
  leave: say("Left as it was", "Necháno, jak bylo"),
  leaveIt: say("Leave it", "Nechat"),
};
