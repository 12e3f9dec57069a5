import { msg } from "../../../domain/message.ts";
import type { ArticleDisposal } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Fields } from "../../ui/field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormBody } from "../forms/form.tsx";
import { CatalogueSelect } from "../lists/catalogue-select.tsx";
import { type FormProps, RequestDetail, useDecision } from "./detail.tsx";
import { DISPOSALS } from "./kinds.ts";

/** `#/requests/disposals/:id` */
export const DisposalScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={DISPOSALS} oid={Number(id)} form={DisposalForm} facts={factsOf} />
);

const factsOf = ({ disposalMethod, disposalReason, inventoryItemId }: ArticleDisposal) =>
  [
    [t(NAMES.disposalMethodId), disposalMethod?.name ?? null],
    [t(NAMES.disposalReasonId), disposalReason?.name ?? null],
    [t(msg("Source")), inventoryItemId === null ? null : t(msg("Stocktake"))],
  ] as const;

/** The form that approves a disposal: its method and reason, as requested unless changed. */
function DisposalForm({ request, children, ...decision }: FormProps<ArticleDisposal>) {
  const form = useDecision({
    ...decision,
    keptAs: `disposal ${request.oid}`,
    labels: NAMES,
    start: {
      disposalMethodId: request.disposalMethod?.oid ?? null,
      disposalReasonId: request.disposalReason?.oid ?? null,
    },
    bodyOf: async (values) => {
      const { action, warning } = DISPOSALS.messages;
      const question = {
        title: request.article.name,
        text: t(warning, { n: 1 }),
        action: t(action),
        isDangerous: true,
      };
      return (await confirm(question)) ? values : null;
    },
  });
  return (
    <FormBody form={form}>
      <Fields>
        <CatalogueSelect {...form.field("disposalMethodId")} catalogue="disposalMethod" />
        <CatalogueSelect {...form.field("disposalReasonId")} catalogue="disposalReason" />
      </Fields>
      <Problem text={form.problem} />
      <Toolbar>
        <Button type="submit" disabled={form.isBusy}>
          {t(msg("Approve…"))}
        </Button>
        {children}
      </Toolbar>
    </FormBody>
  );
}

const NAMES = {
  disposalMethodId: msg("Disposal method"),
  disposalReasonId: msg("Disposal reason"),
};
