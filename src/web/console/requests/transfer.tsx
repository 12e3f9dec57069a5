import { useState } from "preact/hooks";
import type { ArticleLocation } from "../../../articles/shapes.ts";
import type { TransferRequest } from "../../../requests/shapes.ts";
import { say } from "../../../words.ts";
import { number, t } from "../../app/words.ts";
import { useLive } from "../live/use-live.ts";
import { ChoiceField, LineField } from "../save/fields.tsx";
import { useLeave } from "../save/leave.ts";
import { type FormProps, RequestDetail } from "./detail.tsx";
import { TRANSFERS } from "./transfer-kind.ts";

/** `#/requests/transfers/:id` */
export const TransferScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={TRANSFERS} oid={Number(id)} form={TransferForm} facts={factsOf} />
);

const factsOf = ({ fromLocation, targetLocation, targetLocationId, quantity }: TransferRequest) =>
  [
    [t(TEXTS.pieces), quantity === null ? t(TEXTS.all) : number(quantity)],
    [t(TEXTS.from), fromLocation?.name ?? null],
    [
      t(TEXTS.to),
      <a key="to" href={`#/locations/${targetLocationId}`}>
        {targetLocation.name}
      </a>,
    ],
  ] as const;

/** From where, and how many: what is left as it is stays as it was asked. */
function TransferForm({ request, isBusy, onGrant, children }: FormProps<TransferRequest>) {
  const { articleId, targetLocationId, fromLocationId, quantity } = request;
  const { body } = useLive<readonly ArticleLocation[]>(`/api/articles/${articleId}/locations`, {
    follows: ["articles", "locations"],
  });
  const asked = quantity === null ? "" : String(quantity);
  const [chosen, setChosen] = useState<number | null>(fromLocationId);
  const [pieces, setPieces] = useState(asked);
  useLeave(chosen !== fromLocationId || pieces !== asked);
  const isWrong = !/^\s*\d{0,9}\s*$/.test(pieces);
  const sources = (body ?? []).filter(({ locationId }) => locationId !== targetLocationId);
  const [only, another] = sources;
  const from = chosen ?? (another === undefined ? (only?.locationId ?? null) : null);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    return onGrant({ fromLocationId: from, quantity: pieces.trim() === "" ? null : Number(pieces) });
  };
  return (
    <form onSubmit={onSubmit}>
      <div class="fields">
        <ChoiceField
          words={t(sources.length > 1 ? TEXTS.fromWhich : TEXTS.from)}
          items={sources.map(({ locationId, location, quantity: there }) => ({
            oid: locationId,
            name: `${location.name} (${number(there)})`,
          }))}
          value={from}
          onValue={setChosen}
        />
        <LineField
          words={t(TEXTS.howMany)}
          value={pieces}
          inputMode="decimal"
          problem={isWrong ? t(TEXTS.wrong) : undefined}
          onValue={setPieces}
        />
      </div>
      <div class="row">
        <button type="submit" disabled={isBusy || isWrong}>
          {t(TEXTS.confirm)}
        </button>
        {children}
      </div>
    </form>
  );
}

const TEXTS = {
  pieces: say("Pieces", "Kusů"),
  all: say("all", "všechny"),
  from: say("From", "Odkud"),
  fromWhich: say("From (it is at several places)", "Odkud (je na více místech)"),
  to: say("To", "Kam"),
  howMany: say("Pieces (none said: all)", "Kusů (nic: všechny)"),
  wrong: say("Pieces are a whole number.", "Kusy jsou celé číslo."),
  confirm: say("Confirm and move", "Potvrdit a přesunout"),
};
