import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { sendRequest } from "../../api/send-request.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { LanguageAndTheme } from "../../ui/theme.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { Screen } from "../layout/screen.tsx";
import "../onboarding/start.css";

/** `#/standby`: makes an empty server the standby of another one. */
export function JoinScreen() {
  const [code, setCode] = useState("");
  const [pairing, setPairing] = useState("");
  const [hasJoined, setJoined] = useState(false);
  const { run, isBusy, problem } = useAction();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    run(async () => {
      await sendRequest(
        call("POST /api/setup/standby", { body: { code: code.trim(), pairing: pairing.trim() } }),
      );
      setJoined(true);
    });
  };
  return (
    <div class="login-page start">
      <Screen title={t(msg("Second machine"))}>
        {hasJoined ? (
          <Banner tone="success">
            <p>{t(msg("This machine is a standby now, and copies the other server."))}</p>
            <ButtonLink kind="primary" href="/">
              {t(msg("Show its state"))}
            </ButtonLink>
          </Banner>
        ) : (
          <>
            <LanguageAndTheme />
            <p>
              {t(
                msg(
                  "This machine will copy another tallybox server all the time, and can take over from it. Until then it cannot be used for anything else.",
                ),
              )}
            </p>
            <form onSubmit={onSubmit}>
              <TextField
                label={t(msg("Set-up code"))}
                hint={t(msg("That of this machine. It is in its log."))}
                autocapitalize="characters"
                spellcheck={false}
                value={code}
                onValue={setCode}
                required
              />
              <TextField
                label={t(msg("Pairing text"))}
                hint={t(msg("The console of the other server shows it: System, Standby, Add a standby."))}
                autocomplete="off"
                spellcheck={false}
                value={pairing}
                onValue={setPairing}
                required
              />
              <Problem text={problem} />
              <div class="action-pair">
                <Button kind="primary" type="submit" disabled={isBusy}>
                  {t(msg("Join"))}
                </Button>
                <ButtonLink href="#/start">{t(msg("Set up a new server instead"))}</ButtonLink>
              </div>
            </form>
          </>
        )}
      </Screen>
    </div>
  );
}
