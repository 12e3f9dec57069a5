import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";

export const WITHDRAWS_APPROVAL = msg("A change withdraws the approval.");

/** Says that a change withdraws an approval. Renders nothing without one. */
export function ApprovalNotice({ isApproved }: { readonly isApproved: boolean }) {
  return isApproved && <p>{t(WITHDRAWS_APPROVAL)}</p>;
}
