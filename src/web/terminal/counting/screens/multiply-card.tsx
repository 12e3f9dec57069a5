import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import type { Spot } from "../scan.ts";
import { showDone } from "./current.ts";
import { CardButton } from "./item-actions.tsx";
import { keepMultiplyOn, multiply, setMultiply } from "./multiply.ts";
import { Card } from "./verdict-card.tsx";
import { amountOf } from "./verdict-facts.ts";

/** The card before a multiplied scan. */
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
        <CardButton words={isKeptOn ? TEXTS.once : TEXTS.keepOn} onTap={() => keepMultiplyOn(!isKeptOn)} />
        <CardButton words={TEXTS.cancel} onTap={turnOff} />
      </div>
    </Card>
  );
}

const TEXTS = {
  next: msg("Next scan counts {pieces}"),
  each: msg("Each scan counts {pieces}"),
  scan: msg("Scan the article."),
  keepOn: msg("Keep on"),
  once: msg("One scan only"),
  cancel: msg("Cancel"),
  off: msg("Multiply off"),
  one: msg("Each scan counts 1."),
};
