import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";

/** Says that a change withdraws an approval. Renders nothing without one. */
export function ApprovalNotice({ isApproved }: { readonly isApproved: boolean }) {
  return isApproved && <p>{t(msg("A change withdraws the approval."))}</p>;
}
