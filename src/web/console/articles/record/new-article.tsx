import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { CreateFullArticleRequest, CustomField, FullArticle } from "../../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { t } from "../../../i18n/translate.ts";
import { addressQuery } from "../../../router/address.ts";
import { go } from "../../../router/router.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import {
  type CustomKey,
  customKey,
  customNames,
  fieldsOfCategory,
  useCustomFields,
  withCustomFields,
} from "../../custom-fields/use-custom-fields.ts";
import { FormBody, useForm } from "../../forms/form.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { type FullFields, NO_FIELDS } from "../fields.ts";
import { useNames } from "../names.ts";
import { BackLink } from "./actions.tsx";
import { ArticleForm } from "./form.tsx";
import "../articles.css";

/** `#/articles/new`: adds an article; `?code=` prefills its code. */
export function NewArticleScreen() {
  const custom = useCustomFields();
  const names = useNames();
  const next = useLiveQuery(call("GET /api/articles/next-code"), { follows: ["articles"] });
  const form = useForm<FullFields, FullArticle>({
    start: { ...NO_FIELDS, code: addressQuery().get("code") },
    labels: { ...FIELD_NAMES, ...customNames(custom) },
    keptAs: "new article",
    save: (values, { create }) => create(call("POST /api/articles/full", { body: bodyOf(values, custom) })),
    onSaved: ({ oid }, { name }) => {
      showSuccess(t(msg("{name} added"), { name }));
      go(`/articles/${oid}`, { replace: true });
    },
  });
  return (
    <Screen title={t(msg("New article"))} above={<BackLink />}>
      <FormBody form={form}>
        <ArticleForm
          form={form}
          names={names}
          custom={custom}
          codeHint={
            next.body === null
              ? t(msg("Leave empty to assign the next code"))
              : t(msg("Leave empty to assign {code}"), { code: next.body.code })
          }
        />
        <Problem text={form.problem} />
        <Toolbar>
          <Button type="submit" disabled={form.isBusy}>
            {t(msg("Create article"))}
          </Button>
          <ButtonLink kind="secondary" href="#/articles">
            {t(msg("Cancel"))}
          </ButtonLink>
        </Toolbar>
      </FormBody>
    </Screen>
  );
}

/** Empty fields are left out, so that the server reports the required ones. An empty custom field is reported where it is named. */
function bodyOf(values: FullFields, custom: readonly CustomField[]): CreateFullArticleRequest {
  const own = new Set(fieldsOfCategory(custom, values.categoryId).map(({ oid }) => customKey(oid)));
  const required = custom.filter(({ oid, isRequired }) => isRequired && own.has(customKey(oid)));
  const isSent = ([name, value]: readonly [string, unknown]) =>
    value !== null && value !== "" && (!name.startsWith("fields.") || own.has(name as CustomKey));
  const filled = Object.fromEntries(Object.entries(values).filter(isSent));
  const named = Object.fromEntries(required.map(({ oid }) => [customKey(oid), null]));
  return withCustomFields({ ...named, ...filled }) as CreateFullArticleRequest;
}
