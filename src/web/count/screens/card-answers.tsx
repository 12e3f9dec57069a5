import { say, type Words } from "../../../words.ts";
import { useDeed } from "../../app/deed.tsx";
import type { IconName } from "../../app/icon.tsx";
import { go } from "../../app/router.ts";
import { t } from "../../app/words.ts";
import type { Question } from "../../kept/outbox-shapes.ts";
import { addErrand } from "../../outbox/errands.ts";
import { type Answer, addOne, answerQuestion, undo } from "../change.ts";
import type { CountedScan, Spot } from "../scan.ts";
import { addAsFound } from "../unknown.ts";
import { showDone, showScan } from "./current.ts";
import { PickPhoto } from "./pick-photo.tsx";

interface CardAnswersProps {
  readonly scan: CountedScan;
  readonly spot: Spot;
}

/** What the worker may say to the scan on the card. The next scan does not wait for it. */
export function CardAnswers({ scan, spot }: CardAnswersProps) {
  if (scan.verdict === "unknown") return <OfUnknown scan={scan} spot={spot} />;
  if (scan.choices.length > 0) return <OfSeveral spot={spot} />;
  if (scan.verdict === "same") return <OfSame scan={scan} spot={spot} />;
  return scan.question === null ? null : <OfQuestion scan={scan} spot={spot} question={scan.question} />;
}

function Choice({ words, onTap }: { readonly words: Words; readonly onTap: () => void }) {
  return (
    <button type="button" onClick={onTap}>
      {t(words)}
    </button>
  );
}

const way = ({ inventoryId, placeId }: Spot, rest: string) => `/count/${inventoryId}/${placeId}/${rest}`;

/** The same piece was scanned again; the worker may know that it is another one. */
function OfSame({ scan: { item, name }, spot }: CardAnswersProps) {
  const { run } = useDeed();
  if (item === null) return null;
  const add = () =>
    run(async () => {
      await addOne({ ...spot, item });
      showDone(spot, "plus", t(TEXTS.added), name);
    });
  return (
    <div class="verdict-answers">
      <Choice words={TEXTS.addOne} onTap={add} />
    </div>
  );
}

function OfQuestion({ scan, spot, question }: CardAnswersProps & { readonly question: Question }) {
  const { run } = useDeed();
  const seq = scan.entry?.seq ?? scan.openSeq;
  if (seq === null) return null;
  const answer = (given: Answer, icon: IconName, words: Words) =>
    run(async () => {
      await answerQuestion(seq, given);
      showDone(spot, icon, t(words), scan.name);
    });
  return (
    <div class="verdict-answers">
      {question === "moved" && (
        <Choice words={TEXTS.moved} onTap={() => answer({ kind: "moved" }, "elsewhere", TEXTS.movedDone)} />
      )}
      <Choice
        words={question === "moved" ? TEXTS.oneMoreHere : TEXTS.addOne}
        onTap={() => answer({ kind: "add" }, "plus", TEXTS.added)}
      />
      {question === "surplus" && (
        <Choice words={TEXTS.setQuantity} onTap={() => go(way(spot, `asked/${seq}`))} />
      )}
      <Choice words={TEXTS.skip} onTap={() => answer({ kind: "skip" }, "same", TEXTS.skipped)} />
    </div>
  );
}

function OfSeveral({ spot }: { readonly spot: Spot }) {
  return (
    <div class="verdict-answers">
      <Choice words={TEXTS.choose} onTap={() => go(way(spot, "choose"))} />
    </div>
  );
}

function OfUnknown({ scan, spot }: CardAnswersProps) {
  const { run } = useDeed();
  const operationId = scan.entry?.operationId;
  if (operationId === undefined) return null;
  const [similar] = scan.similar;
  return (
    <div class="verdict-answers">
      {similar !== undefined && (
        <Choice
          words={{ en: `${TEXTS.itIs.en} ${similar.code}`, cs: `${TEXTS.itIs.cs} ${similar.code}` }}
          onTap={() => run(async () => showScan(spot, await addAsFound(operationId, similar, spot)))}
        />
      )}
      <PickPhoto
        class="button"
        onPhoto={(file) =>
          addErrand(
            { kind: "photo", of: { operationId }, file, fileName: `${scan.text}.jpg` },
            t(TEXTS.photoOf, { code: scan.text }),
          )
        }
        onEnd={(problem) => showDone(spot, "camera", problem ?? t(TEXTS.photoKept), scan.text)}
      />
      <Choice words={TEXTS.assign} onTap={() => go(way(spot, `found/${operationId}`))} />
      {similar === undefined && (
        <Choice words={TEXTS.propose} onTap={() => go(`/propose/${encodeURIComponent(scan.text)}`)} />
      )}
      <Choice
        words={TEXTS.ignore}
        onTap={() =>
          run(async () => {
            await undo(operationId);
            showDone(spot, "undo", t(TEXTS.ignored), scan.text);
          })
        }
      />
    </div>
  );
}

const TEXTS = {
  addOne: say("Add 1", "Přidat 1"),
  oneMoreHere: say("One more here", "Další kus zde"),
  moved: say("Moved here", "Přesunuto sem"),
  movedDone: say("Moved here", "Přesunuto sem"),
  setQuantity: say("Set quantity", "Zadat počet"),
  skip: say("Skip", "Přeskočit"),
  added: say("One more counted", "Započten další kus"),
  skipped: say("Nothing changed", "Beze změny"),
  choose: say("Choose the article", "Vybrat artikl"),
  itIs: say("It is", "Je to"),
  assign: say("Match", "Přiřadit"),
  propose: say("New item", "Nová položka"),
  ignore: say("Discard", "Zahodit"),
  ignored: say("Discarded", "Zahozeno"),
  photoOf: say("Photo of {code}", "Foto {code}"),
  photoKept: say("Photo kept", "Foto uloženo"),
};
