import { msg } from "../../../domain/message.ts";
import { deleteCustomField, getCustomFieldUses } from "../../api/console/custom-fields.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CustomField } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { confirm } from "../../ui/confirm.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";

/** Deletes a field after a confirmation with the number of articles that have a value. True: it is deleted. */
export async function deleteField({ oid, name }: Pick<CustomField, "oid" | "name">): Promise<boolean> {
  try {
    const { articles } = await requestAsUser(getCustomFieldUses({ id: oid }));
    const isSure = await confirm({
      title: t(TEXTS.title, { name }),
      text: t(TEXTS.text, { count: articles }),
      action: t(TEXTS.delete),
      isDangerous: true,
    });
    if (!isSure) return false;
    await requestAsUser(deleteCustomField({ id: oid, force: true }));
    showSuccess(t(TEXTS.deleted, { name }));
    return true;
  } catch (error) {
    showError(problemText(error));
    return false;
  }
}

const TEXTS = {
  title: msg("Delete {name}?"),
  text: msg(
    "{count, plural, =0 {No article has a value.} one {# article has a value. It stays with the article until somebody removes it.} other {# articles have a value. The values stay with the articles until somebody removes them.}}",
  ),
  delete: msg("Delete"),
  deleted: msg("{name} deleted."),
};
