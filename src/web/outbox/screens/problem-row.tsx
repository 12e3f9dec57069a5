import { useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { Problem as Fault, useDeed } from "../../app/deed.tsx";
import { t, when } from "../../app/words.ts";
import { answerAsked, undo } from "../../count/change.ts";
import { giveUp, type Problem, sendAgain } from "../problems.ts";

/** One count that somebody must look at, in words, with its two ways out. */
export function ProblemRow({ problem: { entry, kind, reason } }: { readonly problem: Problem }) {
  const { run, isBusy, problem } = useDeed();
  const [isGivingUp, setGivingUp] = useState(false);
  const { seq, shown, operation, operationId, inventoryId, placeId } = entry;
  const spot = `#/count/${inventoryId}/${placeId ?? 0}`;
  return (
    <li>
      <p>
        <b>{shown.name}</b>
        {operation.code !== undefined && operation.code !== shown.name && ` · ${operation.code}`}
      </p>
      <p class="quiet">
        {shown.place} · {shown.author}, {when(operation.at)}
      </p>
      <p>
        <b>{t(KINDS[kind])}</b> {kind !== "asked" && reason}
      </p>
      <Fault text={problem} />
      <div class="ways">
        {kind === "refused" && (
          <Way words={TEXTS.again} isOff={isBusy} onTap={() => run(() => sendAgain(seq))} />
        )}
        {kind === "asked" && (
          <>
            <Way words={TEXTS.add} isOff={isBusy} onTap={() => run(() => answerAsked(seq, "add"))} />
            <a class="button second" href={`${spot}/asked/${seq}`}>
              {t(TEXTS.replace)}
            </a>
            <Way words={TEXTS.leave} isOff={isBusy} onTap={() => run(() => answerAsked(seq, "leave"))} />
          </>
        )}
        {kind === "unknown" && (
          <>
            <a class="button second" href={`${spot}/found/${operationId}`}>
              {t(TEXTS.found)}
            </a>
            <Way
              words={TEXTS.ignore}
              isOff={isBusy}
              onTap={() =>
                run(async () => {
                  await undo(operationId);
                  await giveUp(seq, t(TEXTS.ignored));
                })
              }
            />
          </>
        )}
        {kind === "late" && (
          <a class="button second" href={`#/count/${inventoryId}/state`}>
            {t(TEXTS.state)}
          </a>
        )}
        {kind !== "asked" && (
          <Way
            words={kind === "refused" ? TEXTS.giveUp : TEXTS.seen}
            isOff={isBusy}
            onTap={() => setGivingUp(true)}
          />
        )}
      </div>
      {isGivingUp && (
        <GiveUp
          isBusy={isBusy}
          onLeave={() => setGivingUp(false)}
          onReason={(why) => run(() => giveUp(seq, why))}
        />
      )}
    </li>
  );
}

interface WayProps {
  readonly words: { readonly en: string; readonly cs: string };
  readonly isOff: boolean;
  readonly onTap: () => void;
}

function Way({ words, isOff, onTap }: WayProps) {
  return (
    <button type="button" class="second" disabled={isOff} onClick={onTap}>
      {t(words)}
    </button>
  );
}

interface GiveUpProps {
  readonly isBusy: boolean;
  readonly onLeave: () => void;
  readonly onReason: (reason: string) => void;
}

/** Asks for the reason first: nothing goes by a slip of the thumb. */
function GiveUp({ isBusy, onLeave, onReason }: GiveUpProps) {
  const [reason, setReason] = useState("");
  return (
    <div class="note">
      <label>
        {t(TEXTS.why)}
        <input maxLength={200} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <div class="ways">
        <Way words={TEXTS.keep} isOff={isBusy} onTap={onLeave} />
        <button
          type="button"
          class="danger"
          disabled={isBusy || reason.trim() === ""}
          onClick={() => onReason(reason.trim())}
        >
          {t(TEXTS.giveUp)}
        </button>
      </div>
    </div>
  );
}

const KINDS = {
  refused: say("The box did not take it:", "Zařízení to nepřijalo:"),
  late: say("It came too late:", "Přišlo pozdě:"),
  unknown: say("Unknown code:", "Neznámý kód:"),
  asked: say(
    "Counted before: one more, another number, or nothing?",
    "Už započítáno: další kus, jiný počet, nebo nic?",
  ),
} as const;

const TEXTS = {
  again: say("Send again", "Odeslat znovu"),
  giveUp: say("Give it up", "Vzdát to"),
  seen: say("Done with it", "Vyřízeno"),
  keep: say("Keep it", "Ponechat"),
  why: say("Why? (stays in the history of this terminal)", "Proč? (zůstane v historii terminálu)"),
  add: say("+1", "+1"),
  replace: say("Replace", "Nahradit"),
  leave: say("Leave", "Nechat"),
  found: say("It is…", "Je to…"),
  ignore: say("Ignore", "Zahodit"),
  ignored: say("ignored", "zahozeno"),
  state: say("The stocktake", "Inventura"),
};
