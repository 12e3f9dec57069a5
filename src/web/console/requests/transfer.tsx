import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ArticleTransfer } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormBody } from "../forms/form.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type FormProps, RequestDetail, useDecision } from "./detail.tsx";
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
function TransferForm({ request, children, ...decision }: FormProps<ArticleTransfer>) {
  const { articleId, targetLocationId } = request;
  const { body } = useLiveQuery(call("GET /api/articles/{id}/locations", { id: articleId }), {
    follows: ["articles", "locations"],
  });
  const sources = (body ?? []).filter(({ locationId }) => locationId !== targetLocationId);
  const [only, another] = sources;
  const sourceOf = (chosen: number | null) =>
    chosen ?? (another === undefined ? (only?.locationId ?? null) : null);
  const form = useDecision({
    ...decision,
    keptAs: `transfer ${request.oid}`,
    labels: { fromLocationId: msg("From"), quantity: msg("Pieces", "number") },
    start: {
      fromLocationId: request.fromLocationId,
      quantity: request.quantity === null ? "" : String(request.quantity),
    },
    bodyOf: ({ fromLocationId, quantity }) => ({
      fromLocationId: sourceOf(fromLocationId),
      quantity: quantity.trim() === "" ? null : Number(quantity),
    }),
  });
  const { fromLocationId, quantity } = form.values;
  const isWrong = !/^\d{0,9}$/.test(quantity.trim());
  return (
    <FormBody form={form}>
      <Fields>
        <RecordSelect
          {...form.field("fromLocationId")}
          {...(sources.length > 1 && { hint: t(msg("The article is at several locations.")) })}
          items={sources.map(({ locationId, location, quantity: there }) => ({
            oid: locationId,
            name: `${location.name} (${number(there)})`,
          }))}
          value={sourceOf(fromLocationId)}
        />
        <TextField
          {...form.field("quantity")}
          hint={t(msg("Leave empty to move all"))}
          inputMode="numeric"
          liveProblem={isWrong ? t(msg("Enter a whole number.")) : undefined}
        />
      </Fields>
      <Problem text={form.problem} />
      <Toolbar>
        <Button type="submit" disabled={form.isBusy || isWrong}>
          {t(msg("Confirm and move"))}
        </Button>
        {children}
      </Toolbar>
    </FormBody>
  );
}
