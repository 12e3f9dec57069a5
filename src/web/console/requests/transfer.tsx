import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ArticleTransfer } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type FormProps, RequestDetail, useDraft } from "./detail.tsx";
import { TRANSFERS } from "./kinds.ts";

/** `#/requests/transfers/:id` */
export const TransferScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={TRANSFERS} oid={Number(id)} form={TransferForm} facts={factsOf} />
);

const factsOf = ({ fromLocation, targetLocation, targetLocationId, quantity }: ArticleTransfer) =>
  [
    [t(msg("Pieces", "number")), quantity === null ? t(msg("All", "requests")) : number(quantity)],
    [t(msg("From")), fromLocation?.name ?? null],
    [
      t(msg("To")),
      <a key="to" href={`#/locations/${targetLocationId}`}>
        {targetLocation.name}
      </a>,
    ],
  ] as const;

/** The form that confirms a transfer: source and number of pieces, as requested unless changed. */
function TransferForm({ request, isBusy, onGrant, children }: FormProps<ArticleTransfer>) {
  const { articleId, targetLocationId, fromLocationId, quantity } = request;
  const { body } = useLiveQuery(call("GET /api/articles/{id}/locations", { id: articleId }), {
    follows: ["articles", "locations"],
  });
  const [{ chosen, pieces }, change] = useDraft(`transfer ${request.oid}`, {
    chosen: fromLocationId,
    pieces: quantity === null ? "" : String(quantity),
  });
  const isWrong = !/^\d{0,9}$/.test(pieces.trim());
  const sources = (body ?? []).filter(({ locationId }) => locationId !== targetLocationId);
  const [only, another] = sources;
  const from = chosen ?? (another === undefined ? (only?.locationId ?? null) : null);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    return onGrant({ fromLocationId: from, quantity: pieces.trim() === "" ? null : Number(pieces) });
  };
  return (
    <form onSubmit={onSubmit}>
      <Fields>
        <RecordSelect
          label={t(msg("From"))}
          {...(sources.length > 1 && { hint: t(msg("The article is at several locations.")) })}
          items={sources.map(({ locationId, location, quantity: there }) => ({
            oid: locationId,
            name: `${location.name} (${number(there)})`,
          }))}
          value={from}
          onValue={(locationId) => change({ chosen: locationId })}
        />
        <TextField
          label={t(msg("Pieces", "number"))}
          hint={t(msg("Leave empty to move all"))}
          value={pieces}
          inputMode="numeric"
          liveProblem={isWrong ? t(msg("Enter a whole number.")) : undefined}
          onValue={(text) => change({ pieces: text })}
        />
      </Fields>
      <Toolbar>
        <Button type="submit" disabled={isBusy || isWrong}>
          {t(msg("Confirm and move"))}
        </Button>
        {children}
      </Toolbar>
    </form>
  );
}
