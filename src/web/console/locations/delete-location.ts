import { msg } from "../../../domain/message.ts";
import { deleteLocation as deleteRequest } from "../../api/console/locations.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Location } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { showError, showSuccess } from "../dialogs/notes.tsx";
import { problemText } from "../forms/problem.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";

/** Deletes a place as it was seen, after asking; what the server refuses (it is not empty) is told in its words. */
export async function deleteLocation(place: Location, tag: string | null, again: () => void): Promise<void> {
  const { oid, name, parentLocationId } = place;
  const isMeant = await confirm({
    title: t(TEXTS.title, { name }),
    text: t(TEXTS.text),
    action: t(TEXTS.action),
    isDangerous: true,
  });
  if (!isMeant) return;
  try {
    const headers = { ...(tag !== null && { "If-Match": tag }) };
    await requestAsUser(deleteRequest({ id: oid }), { headers });
    showSuccess(t(TEXTS.done, { name }));
    leaveWithoutAsking(parentLocationId === null ? "/locations" : `/locations/${parentLocationId}`, {
      replace: true,
    });
  } catch (error) {
    showError(problemText(error));
  }
  again();
}

const TEXTS = {
  title: msg("Delete “{name}”?"),
  text: msg(
    "The location is deleted only if it is empty: no locations under it, no articles in it. Past counts stay readable. This can't be undone.",
  ),
  action: msg("Delete"),
  done: msg("“{name}” deleted."),
};
