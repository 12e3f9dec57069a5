import { useState } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import { applyCountOperation } from "../../../api/console/inventories.ts";
import type { CountOperation } from "../../../api/types/endpoints.d.ts";
import { t, when } from "../../../i18n/translate.ts";
import { addressOf } from "../../../router/address.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { sentBy } from "../sent-by.ts";
import type { StocktakeAction } from "../use-stocktake-action.tsx";
import { GiveCode } from "./give-code.tsx";

interface WaitingProps {
  readonly operation: CountOperation;
  readonly action: StocktakeAction;
}

/** A pending count with its actions. */
export function WaitingCount({ operation, action }: WaitingProps) {
  const [isGiving, setGiving] = useState(false);
  const { code, article, location, entered, user, sender, device, at, state } = operation;
  const { inventoryQuantity: quantity, note } = entered;
  const what = [article?.code ?? code, article?.name].filter(Boolean).join(" ");
  /** The label of an action with its count: each row has the same buttons. */
  const named = (label: Message) => ({ "aria-label": `${t(label)}: ${what}`, children: t(label) });
  return (
    <li>
      <Toolbar>
        <span class="main">
          <b>{what}</b>
          {typeof quantity === "number" && t(TEXTS.pieces, { n: quantity })}
          {location !== null && ` · ${location.name}`}
          <br />
          <span class="muted">
            {[user.fullName, device?.name, sentBy(user, sender), when(at), note].filter(Boolean).join(" · ")}
          </span>
        </span>
        {state === "unknown" && (
          <>
            <Button kind="secondary" onClick={() => setGiving(true)} {...named(TEXTS.itIs)} />
            <ButtonLink
              kind="secondary"
              href={`#${addressOf("/articles/new", { code })}`}
              {...named(TEXTS.asNew)}
            />
          </>
        )}
        <Button
          kind="secondary"
          aria-disabled={action.isBusy}
          aria-describedby={action.reasonId}
          onClick={() =>
            action.run(TEXTS.applying, applyCountOperation({ operationId: operation.operationId }))
          }
          {...named(TEXTS.apply)}
        />
        {isGiving && <GiveCode operation={operation} action={action} onClose={() => setGiving(false)} />}
      </Toolbar>
    </li>
  );
}

const TEXTS = {
  pieces: msg("{n, plural, one {# piece} other {# pieces}}"),
  itIs: msg("Assign to article…"),
  asNew: msg("Create article"),
  apply: msg("Accept count"),
  applying: msg("Accepting…"),
};
