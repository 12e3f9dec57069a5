import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";

/** That a job goes on without the page, and where its result is; Users see no list of jobs. */
export const JobHint = () => <p class="quiet">{t(may("manage") ? TEXTS.means : TEXTS.meansToUser)}</p>;

const TEXTS = {
  means: msg("This runs on the server. You can close this page; the page Jobs shows the result."),
  meansToUser: msg("This runs on the server. You can close this page."),
};
