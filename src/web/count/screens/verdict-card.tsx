import { State } from "../../../inventories/states.ts";
import { say } from "../../../words.ts";
import { useDeed } from "../../app/deed.tsx";
import { Icon } from "../../app/icon.tsx";
import { isOpeningScreen } from "../../app/router.ts";
import { plural, t } from "../../app/words.ts";
import { ICONS } from "../../feedback/verdicts.ts";
import type { OutboxEntry } from "../../kept/outbox-shapes.ts";
import { entryOfSeq } from "../../outbox/entries.ts";
import { late } from "../../outbox/unsent.ts";
import { inventories } from "../../sync/inventories.ts";
import { placeName } from "../../sync/places.ts";
import type { Spot } from "../scan.ts";
import { CardAnswers } from "./card-answers.tsx";
import { type Current, currentAt } from "./current.ts";
import { useKept } from "./use-kept.ts";
import { factsOf } from "./verdict-facts.ts";

/** The last scan, big, always at the same place and of the same height. What it says is read out by the announcer. */
export function VerdictCard({ spot }: { readonly spot: Spot }) {
  const now = currentAt(spot);
  if (now === null) return <Empty spot={spot} />;
  return now.kind === "scan" ? <Scanned now={now} /> : <Said now={now} />;
}

function Empty({ spot }: { readonly spot: Spot }) {
  // After a restart the worker may have gone on to another location.
  const place = isOpeningScreen.value ? placeName(spot.placeId) : "";
  return (
    <section class="verdict" aria-label={t(TEXTS.last)}>
      <p class="verdict-word">
        <Icon name="count" size={36} />
        {t(TEXTS.ready)}
      </p>
      <p class="verdict-more">{place === "" ? t(TEXTS.how) : t(TEXTS.continueAt, { place })}</p>
    </section>
  );
}

function Said({ now }: { readonly now: Extract<Current, { kind: "said" }> }) {
  const { run, problem } = useDeed();
  const { action } = now;
  return (
    <section class="verdict" aria-label={t(TEXTS.last)}>
      <p class="verdict-word">
        <Icon name={now.icon} size={36} />
        {now.title}
      </p>
      <p class="verdict-name">{now.name}</p>
      <p class="verdict-more">{problem}</p>
      {action !== null && (
        <div class="verdict-answers">
          <button type="button" onClick={() => run(action.run)}>
            {action.words}
          </button>
        </div>
      )}
    </section>
  );
}

function Scanned({ now }: { readonly now: Extract<Current, { kind: "scan" }> }) {
  const { scan, burst, spot } = now;
  const { amount, more } = factsOf(scan);
  const seq = scan.entry?.seq ?? null;
  const isOver = inventories.value.some(
    ({ oid, inventoryStateId }) => oid === spot.inventoryId && inventoryStateId > State.Paused,
  );
  const mayBeLate = late.value > 0 || isOver;
  const kept = useKept(
    () => (seq === null || !mayBeLate ? Promise.resolve(null) : entryOfSeq(seq)),
    ["outbox"],
    [seq, mayBeLate],
  );
  // The server has it, but the stocktake was finished before: it must not be green, also when somebody has dismissed that.
  const isLate = kept?.state === "late" || (kept?.state === "given-up" && isReceivedLate(kept));
  const verdict = isLate ? "failed" : scan.verdict;
  const title = isLate ? t(TEXTS.late) : factsOf(scan).title;
  return (
    <section class={`verdict is-${verdict}`} aria-label={t(TEXTS.last)}>
      <p class="verdict-word">
        <Icon name={ICONS[verdict]} size={36} />
        <span>{title}</span>
        {burst > 1 && scan.question === null && <span class="burst">{plural(burst, TEXTS.burst)}</span>}
      </p>
      <div class="verdict-row">
        <p class="verdict-name">{scan.name}</p>
        <b>{amount}</b>
      </div>
      <p class="verdict-more">
        {scan.code !== scan.name && <b>{scan.code ?? t(TEXTS.noCode)}</b>} {more}
      </p>
      <CardAnswers scan={scan} spot={spot} />
    </section>
  );
}

const isReceivedLate = ({ receipt }: OutboxEntry) => (receipt?.first ?? receipt?.result) === "late";

const TEXTS = {
  last: say("Last scan", "Poslední čtení"),
  ready: say("Ready to scan", "Připraveno ke čtení"),
  how: say(
    "Scan what is here. Scan another location's label to go there.",
    "Načítejte, co tu je. Štítek jiného umístění přepne na něj.",
  ),
  continueAt: say(
    "Continue at {place}. If you are elsewhere, scan that location's label.",
    "Pokračujte v místě {place}. Jste-li jinde, načtěte štítek toho umístění.",
  ),
  burst: say("{n} scan|{n} scans", "{n} čtení|{n} čtení|{n} čtení"),
  late: say("Too late: NOT counted", "Příliš pozdě: NEZAPOČTENO"),
  noCode: say("no code", "bez kódu"),
};
