import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { lock } from "../../login/lock-screen.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { kiosk, setKiosk } from "./kiosk-state.ts";

const MAX_DAYS = 3650;

/** `#/kiosk`: begins and ends hand-overs by badge on this terminal. */
export function KioskSettings() {
  const [days, setDays] = useState(String(kiosk.value?.days ?? ""));
  const { run, isBusy, problem } = useAction();
  const login = session.value;
  const isValid = days === "" || (/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS);
  const begin = () =>
    run(async () => {
      if (login === null) return;
      const author = { tenantId: login.tenantId, userId: login.user.id };
      await setKiosk({ ...author, days: days === "" ? null : Number(days) });
      await lock();
    });
  return (
    <Page title={t(msg("Hand-overs by badge"))} back>
      <p>
        {t(
          msg(
            "People take and bring back articles at this terminal without a login: scan the badge, then the articles, then the badge again.",
          ),
        )}
      </p>
      <p>
        {t(msg("What they do is recorded in your name: {name}. A badge is no proof of who holds it."), {
          name: login?.user.fullName ?? "",
        })}
      </p>
      {kiosk.value !== null && (
        <Banner tone="success" role="status">
          {t(msg("It is on: the locked terminal shows it."))}
        </Banner>
      )}
      <TextField
        label={t(msg("Days until return"))}
        hint={t(msg("Leave empty for no due date."))}
        inputMode="numeric"
        value={days}
        liveProblem={isValid ? undefined : t(msg("must be {min} to {max}"), { min: 1, max: MAX_DAYS })}
        onValue={setDays}
      />
      <Problem text={problem} />
      <div class="stack">
        <Button disabled={isBusy || !isValid} onClick={begin}>
          {t(msg("Start and lock the terminal"))}
        </Button>
        {kiosk.value !== null && (
          <Button kind="secondary" disabled={isBusy} onClick={() => run(() => setKiosk(null))}>
            {t(msg("End hand-overs by badge"))}
          </Button>
        )}
      </div>
    </Page>
  );
}
