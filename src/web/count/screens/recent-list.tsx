import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { number, t, when } from "../../app/words.ts";
import { ICONS, NAMES } from "../../feedback/verdicts.ts";
import type { OutboxEntry } from "../../kept/outbox-shapes.ts";
import type { Recent } from "../items.ts";
import type { Spot } from "../scan.ts";

interface RecentListProps {
  /** Null: not read yet. */
  readonly list: readonly Recent[] | null;
  readonly spot: Spot;
}

/** The last scans of this terminal, newest first; each can be opened, undone and corrected. */
export function RecentList({ list, spot }: RecentListProps) {
  if (list === null) return null;
  if (list.length === 0) return <p class="quiet">{t(TEXTS.none)}</p>;
  return (
    <ul class="list">
      {list.map((one) => (
        <Row key={one.entry.seq} one={one} spot={spot} />
      ))}
    </ul>
  );
}

function Row({ one, spot }: { readonly one: Recent; readonly spot: Spot }) {
  const { entry, isUndone, isCorrected } = one;
  const { shown, operation } = entry;
  return (
    <li class={isUndone ? "is-undone" : undefined}>
      <a href={entryWay(spot, entry)}>
        <span class={`mark is-${shown.verdict}`}>
          <Icon name={ICONS[shown.verdict]} size={22} />
          <span class="unseen">{t(NAMES[shown.verdict])}</span>
        </span>
        <span class="main">
          <b>{shown.name}</b>
          <small>
            {when(operation.at)} · {stateWords(entry)}
            {isUndone && ` · ${t(TEXTS.undone)}`}
            {isCorrected && !isUndone && ` · ${t(TEXTS.corrected)}`}
          </small>
        </span>
        <span class="amount">{shown.quantity === null || isUndone ? "" : number(shown.quantity)}</span>
      </a>
    </li>
  );
}

/** Where an operation is looked at; where it is a question, where that is answered. */
export function entryWay({ inventoryId, placeId }: Spot, { state, seq, operationId }: OutboxEntry): string {
  const rest = state === "asked" ? `asked/${seq}` : `entry/${operationId}`;
  return `#/count/${inventoryId}/${placeId}/${rest}`;
}

/** Whether the box has it, for the worker. */
export function stateWords({ state }: OutboxEntry): string {
  return t(STATES[state]);
}

const STATES = {
  waiting: say("not sent yet", "zatím neodesláno"),
  asked: say("waits for your answer", "čeká na vaši odpověď"),
  sent: say("sent", "odesláno"),
  late: say("came too late", "přišlo pozdě"),
  unknown: say("sent, unknown code", "odesláno, neznámý kód"),
  refused: say("refused", "odmítnuto"),
  "given-up": say("given up", "vzdáno"),
} as const;

const TEXTS = {
  none: say("Nothing was scanned here yet.", "Zatím tu nebylo nic načteno."),
  undone: say("undone", "vráceno"),
  corrected: say("corrected", "opraveno"),
};
