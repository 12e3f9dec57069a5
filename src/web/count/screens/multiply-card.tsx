import { say } from "../../../domain/message.ts";
import { t } from "../../app/words.ts";
import type { Spot } from "../scan.ts";
import { showDone } from "./current.ts";
import { Answer } from "./item-actions.tsx";
import { keepMultiplyOn, multiply, setMultiply } from "./multiply.ts";
import { Card } from "./verdict-card.tsx";
import { amountOf } from "./verdict-facts.ts";

/** The card before a scan that counts several pieces. */
export function MultiplyCard({ spot }: { readonly spot: Spot }) {
  const chosen = multiply.value;
  if (chosen === null) return <Card icon="count" title={t(TEXTS.off)} more={t(TEXTS.one)} />;
  const { pieces, isKeptOn } = chosen;
  const turnOff = () => {
    setMultiply(spot, 1);
    showDone(spot, "count", t(TEXTS.off), "");
  };
  return (
    <Card
      icon="multiply"
      title={t(isKeptOn ? TEXTS.each : TEXTS.next, { pieces })}
      amount={amountOf(pieces, null)}
      more={t(TEXTS.scan)}
    >
      <div class="verdict-answers">
        <Answer words={isKeptOn ? TEXTS.once : TEXTS.keepOn} onTap={() => keepMultiplyOn(!isKeptOn)} />
        <Answer words={TEXTS.cancel} onTap={turnOff} />
      </div>
    </Card>
  );
}

const TEXTS = {
  next: say("Next scan counts {pieces}", "Další čtení počítá {pieces}"),
  each: say("Each scan counts {pieces}", "Každé čtení počítá {pieces}"),
  scan: say("Scan the article.", "Načtěte artikl."),
  keepOn: say("Keep on", "Nechat zapnuté"),
  once: say("One scan only", "Jen jedno čtení"),
  cancel: say("Cancel", "Zrušit"),
  off: say("Multiply off", "Násobení vypnuto"),
  one: say("Each scan counts 1.", "Každé čtení počítá 1."),
};
