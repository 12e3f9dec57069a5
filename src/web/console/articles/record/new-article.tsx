import { useLayoutEffect } from "preact/hooks";
import { ArticleState } from "../../../../domain/article-state.ts";
import { msg } from "../../../../domain/message.ts";
import { articlePhoto } from "../../../api/articles.ts";
import { call } from "../../../api/call.ts";
import type { CreateFullArticleRequest, CustomField, FullArticle } from "../../../api/types/endpoints.d.ts";
import { quantityLabel } from "../../../articles/amounts.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { t } from "../../../i18n/translate.ts";
import { addressQuery } from "../../../router/address.ts";
import { go } from "../../../router/router.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { FileField } from "../../../ui/file-input.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import {
  type CustomKey,
  customKey,
  customNames,
  fieldsOfCategory,
  useCustomFields,
  withCustomFields,
} from "../../custom-fields/use-custom-fields.ts";
import { FormActions, FormBody, useForm } from "../../forms/form.tsx";
import { failureText } from "../../forms/mutation.tsx";
import { problemText } from "../../forms/problem.ts";
import { Screen } from "../../layout/screen.tsx";
import { LocationField } from "../../locations/tree/location-field.tsx";
import { useCodeHint } from "../code-hint.ts";
import { type FullFields, NO_FIELDS } from "../fields.ts";
import { useNames } from "../use-names.ts";
import { BackLink } from "./actions.tsx";
import { ArticleForm } from "./form.tsx";
import "../articles.css";

/** The values of the form: the fields of the article, its pieces at its first location, as text, and its photo. */
interface NewFields extends FullFields {
  readonly locationId: number | null;
  readonly quantity: string | null;
  readonly photo: File | null;
}

/** `#/articles/new`: adds an article; `?code=` prefills its code. */
export function NewArticleScreen() {
  const custom = useCustomFields();
  const names = useNames();
  const codeHint = useCodeHint();
  const form = useForm<NewFields, FullArticle>({
    start: {
      ...NO_FIELDS,
      code: addressQuery().get("code"),
      locationId: null,
      quantity: "1",
      photo: null,
    },
    labels: { ...FIELD_NAMES, ...STOCK_NAMES, ...customNames(custom) },
    keptAs: "new article",
    save: async (values, { create }) => {
      const { photo } = values;
      const article = await create(call("POST /api/articles/full", { body: bodyOf(values, custom) }));
      try {
        if (photo !== null) await create(articlePhoto(article.oid, photo, photo.name));
      } catch (error) {
        // The article is there also without its photo.
        const problem = failureText(error, problemText);
        showError(t(msg("The photo was not added: {problem}"), { problem }));
      }
      return article;
    },
    onSaved: ({ oid }, { name }) => {
      showSuccess(t(msg("{name} added"), { name }));
      go(`/articles/${oid}`, { replace: true });
    },
  });
  const { photo } = form.values;
  const inStock = names.lists.articleState.find(({ oid }) => oid === ArticleState.InStock);
  useLayoutEffect(() => {
    if (inStock === undefined) return;
    // The list from the cache may be older than a change that hides the state.
    const [from, to] = inStock.isHidden ? [ArticleState.InStock, null] : [null, ArticleState.InStock];
    if (form.values.stateId === from) form.offer({ stateId: to });
  }, [inStock?.isHidden]);
  return (
    <Screen title={t(msg("New article"))} above={<BackLink />}>
      <FormBody form={form}>
        <ArticleForm form={form} names={names} custom={custom} codeHint={codeHint}>
          <LocationField {...form.field("locationId")} />
          {form.values.locationId !== null && (
            <TextField
              {...form.optional("quantity")}
              label={quantityLabel(form.values.unit)}
              inputMode="numeric"
              problem={form.errors["locations.0.quantity"]}
            />
          )}
        </ArticleForm>
        <Fields class="article-form">
          <FileField
            label={
              photo === null ? t(msg("Photo (JPG or PNG)")) : t(msg("Photo: {name}"), { name: photo.name })
            }
            accept="image/jpeg,image/png"
            onFiles={([file]) => form.set({ photo: file ?? null })}
          />
        </Fields>
        <FormActions form={form} action={t(msg("Create article"))}>
          <ButtonLink href="#/articles">{t(msg("Cancel"))}</ButtonLink>
        </FormActions>
      </FormBody>
    </Screen>
  );
}

/** Empty fields are left out, so that the server reports the required ones. An empty custom field is reported where it is named. */
function bodyOf(
  { locationId, quantity, photo: _, ...values }: NewFields,
  custom: readonly CustomField[],
): CreateFullArticleRequest {
  const own = new Set(fieldsOfCategory(custom, values.categoryId).map(({ oid }) => customKey(oid)));
  const required = custom.filter(({ oid, isRequired }) => isRequired && own.has(customKey(oid)));
  const isSent = ([name, value]: readonly [string, unknown]) =>
    value !== null && value !== "" && (!name.startsWith("fields.") || own.has(name as CustomKey));
  const filled = Object.fromEntries(Object.entries(values).filter(isSent));
  const named = Object.fromEntries(required.map(({ oid }) => [customKey(oid), null]));
  // A text that is not a number is sent as it is, for the server's error.
  const pieces = /^\d{1,15}$/.test(quantity ?? "") ? Number(quantity) : (quantity ?? "");
  const stock = locationId !== null && { locations: [{ locationId, quantity: pieces }] };
  return withCustomFields({ ...named, ...filled, ...stock }) as CreateFullArticleRequest;
}

const STOCK_NAMES = { locationId: msg("Location"), quantity: msg("Pieces", "number") };
