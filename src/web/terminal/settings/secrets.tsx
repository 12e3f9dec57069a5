import { msg } from "../../../domain/message.ts";
import { CHANGE_ENDS, ChangeForm } from "../../account/change-secret.tsx";
import { t } from "../../i18n/translate.ts";
import { Page } from "../../ui/page.tsx";

/** Changes the user's own PIN or password, which requires the old one. */
export function Secrets() {
  return (
    <Page title={t(TITLE)} back>
      <p>{t(CHANGE_ENDS)}</p>
      <ChangeForm kind="pin" />
      <ChangeForm kind="password" />
    </Page>
  );
}

const TITLE = msg("My PIN and password");
