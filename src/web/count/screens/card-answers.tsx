import { say, type Words } from "../../../words.ts";
import { useDeed } from "../../app/deed.tsx";
import { go } from "../../app/router.ts";
import { t } from "../../app/words.ts";
import { addErrand } from "../../outbox/errands.ts";
import { addOneMore, answerAsked, undo } from "../change.ts";
import type { CountedScan, Spot } from "../scan.ts";
import { showDone } from "./current.ts";
import { PickPhoto } from "./pick-photo.tsx";

interface CardAnswersProps {
  readonly scan: CountedScan;
  readonly spot: Spot;
}

/** What the worker may say to the scan on the card. The next scan does not wait for it. */
export function CardAnswers({ scan, spot }: CardAnswersProps) {
  if (scan.verdict === "unknown") return <OfUnknown scan={scan} spot={spot} />;
  if (scan.choices.length > 0) return <OfSeveral spot={spot} />;
  if (scan.verdict !== "again") return null;
  return scan.isAsked ? <OfAsked scan={scan} spot={spot} /> : <OfAgain scan={scan} spot={spot} />;
}

function Answer({ words, onTap }: { readonly words: Words; readonly onTap: () => void }) {
  return (
    <button type="button" onClick={onTap}>
      {t(words)}
    </button>
  );
}

const way = ({ inventoryId, placeId }: Spot, rest: string) => `/count/${inventoryId}/${placeId}/${rest}`;

function OfAsked({ scan, spot }: CardAnswersProps) {
  const { run } = useDeed();
  const seq = scan.entry?.seq;
  if (seq === undefined) return null;
  const answer = (how: "add" | "leave", words: Words) =>
    run(async () => {
      await answerAsked(seq, how);
      showDone(spot, how === "add" ? "plus" : "there", t(words), scan.name);
    });
  return (
    <div class="verdict-answers">
      <Answer words={TEXTS.oneMore} onTap={() => answer("add", TEXTS.added)} />
      <Answer words={TEXTS.replace} onTap={() => go(way(spot, `asked/${seq}`))} />
      <Answer words={TEXTS.leave} onTap={() => answer("leave", TEXTS.left)} />
    </div>
  );
}

/** One that counted by itself: of a quantity the total may be wrong; of what nobody expects there may be one more. */
function OfAgain({ scan, spot }: CardAnswersProps) {
  const { run } = useDeed();
  const operationId = scan.entry?.operationId;
  if (operationId === undefined || !scan.canAdd) return null;
  const isOne = scan.quantity === 1;
  return (
    <div class="verdict-answers">
      {isOne && (
        <Answer
          words={TEXTS.oneMore}
          onTap={() =>
            run(async () => {
              await addOneMore(operationId);
              showDone(spot, "plus", t(TEXTS.added), scan.name);
            })
          }
        />
      )}
      <Answer words={TEXTS.replace} onTap={() => go(way(spot, `entry/${operationId}`))} />
    </div>
  );
}

function OfSeveral({ spot }: { readonly spot: Spot }) {
  return (
    <div class="verdict-answers">
      <Answer words={TEXTS.choose} onTap={() => go(way(spot, "choose"))} />
    </div>
  );
}

function OfUnknown({ scan, spot }: CardAnswersProps) {
  const { run } = useDeed();
  const operationId = scan.entry?.operationId;
  if (operationId === undefined) return null;
  return (
    <div class="verdict-answers">
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
      <Answer words={TEXTS.assign} onTap={() => go(way(spot, `found/${operationId}`))} />
      <Answer words={TEXTS.propose} onTap={() => go(`/propose/${encodeURIComponent(scan.text)}`)} />
      <Answer
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
  oneMore: say("+1", "+1"),
  replace: say("Replace", "Nahradit"),
  leave: say("Leave", "Nechat"),
  added: say("One more counted", "Započítán další kus"),
  left: say("Left as it was", "Necháno, jak bylo"),
  choose: say("Choose the article", "Vybrat artikl"),
  assign: say("It is…", "Je to…"),
  propose: say("New", "Nový"),
  ignore: say("Ignore", "Zahodit"),
  ignored: say("Ignored", "Zrušeno"),
  photoOf: say("Photo of {code}", "Foto {code}"),
  photoKept: say("Photo kept", "Foto uloženo"),
};
