import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { CustomField, FullArticle, UpdateFullArticleRequest } from "../../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { t } from "../../../i18n/translate.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { customNames, useCustomFields, withCustomFields } from "../../custom-fields/use-custom-fields.ts";
import { type Edit, useEdit } from "../../forms/edit.tsx";
import { FormActions, FormBody } from "../../forms/form.tsx";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { type FullFields, fullFieldsOf } from "../fields.ts";
import type { Names } from "../names.ts";
import { ArticleForm, shownFields } from "./form.tsx";

interface EditProps {
  readonly oid: number;
  readonly query: LiveQuery<FullArticle>;
  readonly names: Names;
  readonly onEnd: () => void;
}

/** The form that edits an article. It closes when everything is saved, or on Cancel. */
export function EditArticle({ oid, query, names, onEnd }: EditProps) {
  const read = call("GET /api/articles/{id}/full", { id: oid });
  const write = (
    body: Partial<FullFields>, // An empty required field is rejected by the server.
  ) =>
    call("PUT /api/articles/{id}/full", {
      id: oid,
      body: withCustomFields(body) as UpdateFullArticleRequest,
    });
  const present = useCustomFields();
  const custom = [...present, ...deletedFields(query.body, present)];
  const labels = { ...FIELD_NAMES, ...customNames(custom) };
  const edit = useEdit<FullFields, FullArticle>(
    { read, write, names: labels, show: shownFields(names), isPart: true },
    query,
    fullFieldsOf,
  );
  const { fields, base, isBusy, isChanged, refusals } = edit;
  if (fields === null) return null;
  const saved = () => {
    showSuccess(t(msg("Article saved")));
    onEnd();
  };
  const submit = async () => {
    if (!isChanged) onEnd();
    else if (await edit.save()) saved();
  };
  const cancel = () => {
    edit.discard();
    onEnd();
  };
  // Only a proposed article has no code yet.
  const codeHint = base?.code === null ? t(msg("Assigned when the proposal is approved")) : undefined;
  return (
    <FormBody form={{ refusals, submit }}>
      {isSavedByOthers(edit, query.body) && (
        <Banner tone="warning" role="status">
          {t(
            msg(
              "Somebody else saved this article in the meantime. Your changes are still here; when you save, you can choose which version to keep.",
            ),
          )}
        </Banner>
      )}
      <ArticleForm
        form={fields}
        names={names}
        custom={custom}
        owned={query.body?.ownedFields}
        {...(codeHint !== undefined && { codeHint })}
      />
      <FormActions form={edit}>
        <Button disabled={isBusy} onClick={cancel}>
          {t(isChanged ? msg("Discard changes") : msg("Cancel"))}
        </Button>
      </FormActions>
    </FormBody>
  );
}

/** The deleted fields that the article has values of. Such a value can be removed. */
function deletedFields(article: FullArticle | null, present: readonly CustomField[]): CustomField[] {
  return (article?.fields ?? [])
    .filter(({ fieldId }) => !present.some(({ oid }) => oid === fieldId))
    .map(({ fieldId: oid, name, type, unit }) => {
      const choices = type === "choice" ? [] : null;
      return { oid, name, type, unit, choices, categoryIds: [], isRequired: false };
    });
}

/** True if another user has saved the article since this change began. */
function isSavedByOthers({ isChanged, isBusy, base }: Edit<FullFields>, now: FullArticle | null): boolean {
  return isChanged && !isBusy && now !== null && JSON.stringify(fullFieldsOf(now)) !== JSON.stringify(base);
}
