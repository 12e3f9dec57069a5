import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { MailTest as Result } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";

/** Sends a test e-mail to the user's own address, and shows what the mail server answered. */
export function MailTest() {
  const { run, isBusy, problem } = useAction();
  const [result, setResult] = useState<Result | null>(null);
  const onTest = () => {
    setResult(null);
    run(async () => setResult(await requestAsUser(call("POST /api/settings/mail-server/test"))));
  };
  return (
    <>
      <p class="muted">{t(msg("Goes to your own e-mail address, with the saved settings."))}</p>
      <Problem text={problem} />
      <div role="status">
        {result !== null && (
          <Banner tone={result.isDelivered ? "success" : "danger"}>
            {result.problem ??
              t(msg("The mail server has accepted the e-mail to {address}."), { address: result.address })}
          </Banner>
        )}
      </div>
      <Toolbar>
        <Button kind="secondary" disabled={isBusy} onClick={onTest}>
          {t(isBusy ? msg("Sending…") : msg("Send test e-mail"))}
        </Button>
        <a href="#/me">{t(msg("Your address and notices"))}</a>
      </Toolbar>
    </>
  );
}
