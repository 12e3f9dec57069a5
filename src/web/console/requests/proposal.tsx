import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import type { ArticleProposal } from "../../api/types/endpoints.d.ts";
import { FIELD_NAMES, money } from "../../articles/article-facts.tsx";
import { day, t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormBody } from "../forms/form.tsx";
import { CatalogueSelect } from "../lists/catalogue-select.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type FormProps, RequestDetail, useDecision } from "./detail.tsx";
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
function ProposalForm({ request, children, ...decision }: FormProps<ArticleProposal>) {
  const next = useLiveQuery(call("GET /api/articles/next-code"), { follows: ["articles"] });
  const proposed = {
    code: "",
    name: request.name,
    categoryId: request.category.oid,
    typeId: request.type.oid,
  };
  const form = useDecision({
    ...decision,
    keptAs: `proposal ${request.oid}`,
    labels: FIELD_NAMES,
    start: proposed,
    bodyOf: ({ code, name, categoryId, typeId }) => ({
      code: code.trim() === "" ? null : code.trim(),
      ...(name !== proposed.name && { name }),
      ...(categoryId !== proposed.categoryId && { categoryId }),
      ...(typeId !== proposed.typeId && { typeId }),
    }),
  });
  return (
    <FormBody form={form}>
      <Fields>
        <TextField
          {...form.field("code")}
          hint={
            next.body === null
              ? t(msg("Leave empty to assign the next code"))
              : t(msg("Leave empty to assign {code}"), { code: next.body.code })
          }
          maxLength={MAX_TEXT_LENGTH}
        />
        <TextField {...form.field("name")} maxLength={MAX_TEXT_LENGTH} />
        <CatalogueSelect
          {...form.field("categoryId")}
          catalogue="category"
          onValue={(oid) => oid !== null && form.set({ categoryId: oid })}
        />
        <CatalogueSelect
          {...form.field("typeId")}
          catalogue="type"
          onValue={(oid) => oid !== null && form.set({ typeId: oid })}
        />
      </Fields>
      <Problem text={form.problem} />
      <Toolbar>
        <Button type="submit" disabled={form.isBusy || form.values.name.trim() === ""}>
          {t(msg("Approve"))}
        </Button>
        {children}
      </Toolbar>
    </FormBody>
  );
}
