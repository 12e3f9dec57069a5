import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import type { ArticleProposal } from "../../api/types/endpoints.d.ts";
import { FIELD_NAMES, money } from "../../articles/article-facts.tsx";
import { day, t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { CatalogueSelect } from "../lists/catalogue-select.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type FormProps, RequestDetail, useDraft } from "./detail.tsx";
import { PROPOSALS } from "./kinds.ts";

/** `#/requests/proposals/:id` */
export const ProposalScreen = ({ id = "" }: Readonly<Record<string, string>>) => (
  <RequestDetail key={id} kind={PROPOSALS} oid={Number(id)} form={ProposalForm} facts={factsOf} />
);

const factsOf = ({ category, type, price, currencyType, ...given }: ArticleProposal) =>
  [
    [t(FIELD_NAMES.categoryId), category.name],
    [t(FIELD_NAMES.typeId), type.name],
    [t(FIELD_NAMES.serialNumber), given.serialNumber],
    [t(FIELD_NAMES.price), price === 0 ? null : money(price, currencyType?.name)],
    [t(FIELD_NAMES.invoiceNo), given.invoiceNo],
    [t(FIELD_NAMES.dtBuy), given.dtBuy === null ? null : day(given.dtBuy)],
    [t(FIELD_NAMES.userId), given.user?.fullName ?? null],
  ] as const;

/** The form that approves a proposal: code, name, category and type of the new article. Only changes are sent. */
function ProposalForm({ request, isBusy, onGrant, children }: FormProps<ArticleProposal>) {
  const next = useLiveQuery(call("GET /api/articles/next-code"), { follows: ["articles"] });
  const proposed = {
    code: "",
    name: request.name,
    categoryId: request.category.oid,
    typeId: request.type.oid,
  };
  const [{ code, name, categoryId, typeId }, change] = useDraft(`proposal ${request.oid}`, proposed);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    return onGrant({
      code: code.trim() === "" ? null : code.trim(),
      ...(name !== proposed.name && { name }),
      ...(categoryId !== proposed.categoryId && { categoryId }),
      ...(typeId !== proposed.typeId && { typeId }),
    });
  };
  return (
    <form onSubmit={onSubmit}>
      <Fields>
        <TextField
          label={t(FIELD_NAMES.code)}
          hint={
            next.body === null
              ? t(msg("Leave empty to assign the next code"))
              : t(msg("Leave empty to assign {code}"), { code: next.body.code })
          }
          value={code}
          onValue={(value) => change({ code: value })}
          maxLength={MAX_TEXT_LENGTH}
        />
        <TextField
          label={t(FIELD_NAMES.name)}
          value={name}
          onValue={(value) => change({ name: value })}
          maxLength={MAX_TEXT_LENGTH}
        />
        <CatalogueSelect
          catalogue="category"
          label={t(FIELD_NAMES.categoryId)}
          value={categoryId}
          onChange={(oid) => oid !== null && change({ categoryId: oid })}
        />
        <CatalogueSelect
          catalogue="type"
          label={t(FIELD_NAMES.typeId)}
          value={typeId}
          onChange={(oid) => oid !== null && change({ typeId: oid })}
        />
      </Fields>
      <Toolbar>
        <Button type="submit" disabled={isBusy || name.trim() === ""}>
          {t(msg("Approve"))}
        </Button>
        {children}
      </Toolbar>
    </form>
  );
}
