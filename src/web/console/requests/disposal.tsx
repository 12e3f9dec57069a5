import { msg } from "../../../domain/message.ts";
import type { ArticleDisposal } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Fields } from "../../ui/field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { CatalogueSelect } from "../lists/catalogue-select.tsx";
import { type FormProps, RequestDetail, useDraft } from "./detail.tsx";
import { DISPOSALS } from "./kinds.ts";

/** `#/requests/disposals/:id` */
export const DisposalScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={DISPOSALS} oid={Number(id)} form={DisposalForm} facts={factsOf} />
);

const factsOf = ({ disposalMethod, disposalReason, inventoryItemId }: ArticleDisposal) =>
  [
    [t(msg("Disposal method")), disposalMethod?.name ?? null],
    [t(msg("Disposal reason")), disposalReason?.name ?? null],
    [t(msg("Source")), inventoryItemId === null ? null : t(msg("Stocktake"))],
  ] as const;

/** The form that approves a disposal: its method and reason, as requested unless changed. */
function DisposalForm({ request, isBusy, onGrant, children }: FormProps<ArticleDisposal>) {
  const [draft, change] = useDraft(`disposal ${request.oid}`, {
    disposalMethodId: request.disposalMethod?.oid ?? null,
    disposalReasonId: request.disposalReason?.oid ?? null,
  });
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const { action, warning } = DISPOSALS.messages;
    const question = {
      title: request.article.name,
      text: t(warning, { n: 1 }),
      action: t(action),
      isDangerous: true,
    };
    if (await confirm(question)) await onGrant(draft);
  };
  return (
    <form onSubmit={onSubmit}>
      <Fields>
        <CatalogueSelect
          catalogue="disposalMethod"
          label={t(msg("Disposal method"))}
          value={draft.disposalMethodId}
          onChange={(disposalMethodId) => change({ disposalMethodId })}
        />
        <CatalogueSelect
          catalogue="disposalReason"
          label={t(msg("Disposal reason"))}
          value={draft.disposalReasonId}
          onChange={(disposalReasonId) => change({ disposalReasonId })}
        />
      </Fields>
      <Toolbar>
        <Button type="submit" disabled={isBusy}>
          {t(msg("Approve…"))}
        </Button>
        {children}
      </Toolbar>
    </form>
  );
}
