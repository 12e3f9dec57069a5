import { msg } from "../../../domain/message.ts";
import type { Kind } from "../../access/change-own.ts";
import { endLoginAtServer } from "../../access/end-login.ts";
import { forgetLastUser } from "../../access/last-user.ts";
import { t } from "../../app/words.ts";
import { session, setSession } from "../../box/tokens.ts";
import { CHANGE_ENDS, ChangeForm } from "../../settings/change-secret.tsx";
import { LanguageAndTheme } from "../../settings/looks.tsx";
import { Screen } from "../frame/screen.tsx";
import { roleNames } from "../people/role-words.ts";
import { Sessions } from "../people/sessions.tsx";
import { forgetAllLapsed } from "../save/lapsed.ts";
import { leaveFor, useLeaveTyped } from "../save/leave.ts";
import { TwoStepCard } from "../two-step/card.tsx";

/** Who works here, how the console looks to them, and the way out. */
export function MeScreen() {
  const who = session.value;
  const leave = async () => {
    forgetAllLapsed();
    await endLoginAtServer();
    await setSession(null);
    forgetLastUser();
    leaveFor("/login", { replace: true });
  };
  return (
    <Screen
      title={who?.user.fullName ?? ""}
      deeds={
        <button type="button" class="second" onClick={leave}>
          {t(TEXTS.leave)}
        </button>
      }
    >
      <p class="quiet">
        {who?.user.userName} · {roleNames(who?.roles ?? [])}
      </p>
      <LanguageAndTheme />
      <h2>{t(TEXTS.secrets)}</h2>
      <p class="quiet">{t(CHANGE_ENDS)}</p>
      <div class="cards">
        <Secret kind="password" />
        <Secret kind="pin" />
        <TwoStepCard />
      </div>
      <Sessions path="/api/me/sessions" name={null} />
    </Screen>
  );
}

function Secret({ kind }: { readonly kind: Kind }) {
  return (
    <section class="card" {...useLeaveTyped()}>
      <ChangeForm kind={kind} />
    </section>
  );
}

const TEXTS = {
  leave: msg("Log out", "Odhlásit"),
  secrets: msg("Your password and PIN", "Vaše heslo a PIN"),
};
