import { msg } from "../../../../domain/message.ts";
import { call, withTag } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { t } from "../../../i18n/translate.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { problemText } from "../../forms/problem.ts";
import { leaveWithoutAsking } from "../../forms/unsaved-changes.ts";

/** Deletes an unchanged label after a confirmation, and leads to the list. */
export async function deleteLabel(id: number, name: string, tag: string | null): Promise<void> {
  const isSure = await confirm({
    title: t(msg("Delete label {name}?"), { name }),
    text: t(msg("It can no longer be printed. Labels already in the queue are still printed.")),
    action: t(msg("Delete label")),
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    await requestAsUser(withTag(call("DELETE /api/printingformats/{id}", { id }), tag));
    showSuccess(t(msg("Label {name} deleted."), { name }));
    leaveWithoutAsking("/printers/labels");
  } catch (error) {
    showError(problemText(error));
  }
}
