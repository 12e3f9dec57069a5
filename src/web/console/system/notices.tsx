import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { MailServerForm } from "../notices/mail-server-form.tsx";
import { MailTest } from "../notices/mail-test.tsx";
import { Undelivered, useNoticeMails } from "../notices/undelivered.tsx";
import { SystemScreen } from "./system-screen.tsx";

/** `#/system/notices`: the mail server with a test, and e-mails that could not be delivered. */
export function NoticesScreen() {
  const mails = useNoticeMails();
  return (
    <SystemScreen title={t(msg("Notices"))}>
      <p class="muted">
        {t(
          msg(
            "E-mails about requests that wait, stocktakes, printers and the server. Each person chooses them on the profile page.",
          ),
        )}
      </p>
      {may("server") && (
        <>
          <MailServerForm onSaved={mails.refetch} />
          <h2>{t(msg("Test"))}</h2>
          <MailTest />
        </>
      )}
      <h2>{t(msg("Not delivered"))}</h2>
      <Undelivered query={mails} />
    </SystemScreen>
  );
}
