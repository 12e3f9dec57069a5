import { say } from "../../../words.ts";
import { go } from "../../app/router.ts";
import { t } from "../../app/words.ts";
import { session, setSession } from "../../box/tokens.ts";
import { CHANGE_ENDS, ChangeForm } from "../../settings/change-secret.tsx";
import { LanguageAndTheme } from "../../settings/looks.tsx";
import { Screen } from "../frame/screen.tsx";
import { roleNames } from "../people/role-words.ts";
import { forgetAllLapsed } from "../save/lapsed.ts";

/** Who works here, how the console looks to them, and the way out. */
export function MeScreen() {
  const who = session.value;
  const leave = async () => {
    forgetAllLapsed();
    await setSession(null);
    go("/login", { replace: true });
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
        <section class="card">
          <ChangeForm kind="password" />
        </section>
        <section class="card">
          <ChangeForm kind="pin" />
        </section>
      </div>
    </Screen>
  );
}

const TEXTS = {
  leave: say("Log out", "Odhlásit"),
  secrets: say("Your password and PIN", "Vaše heslo a PIN"),
};
