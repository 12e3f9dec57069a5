import { msg } from "../../../domain/message.ts";
import { CHANGE_ENDS, ChangeForm, type Kind } from "../../account/change-secret.tsx";
import { session, setSession } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { forgetLastUser } from "../../login/last-user.ts";
import { endLoginAtServer } from "../../login/log-in.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { LanguageAndTheme } from "../../ui/theme.tsx";
import { forgetExpiredEdits } from "../forms/expired-login.ts";
import { leaveWithoutAsking, useTypedChangesGuard } from "../forms/unsaved-changes.ts";
import { Screen } from "../layout/screen.tsx";
import { OwnNotices } from "../notices/own-notices.tsx";
import { TwoStepCard } from "../two-step/card.tsx";
import { roleNames } from "../users/role-texts.ts";
import { OWN_SESSIONS, Sessions } from "../users/sessions.tsx";

/** The user's name, secrets, sessions and second factors, the language and theme, and the logout. */
export function MeScreen() {
  const who = session.value;
  const leave = async () => {
    await endLoginAtServer();
    await setSession(null);
    // The forms of this screen keep theirs at the end of the login.
    forgetExpiredEdits();
    forgetLastUser();
    leaveWithoutAsking("/login", { replace: true });
  };
  return (
    <Screen title={who?.user.fullName ?? ""} actions={<Button onClick={leave}>{t(msg("Log out"))}</Button>}>
      <p class="muted">
        {who?.user.userName} · {roleNames(who?.roles ?? [])}
      </p>
      <LanguageAndTheme />
      <h2>{t(msg("Your password and PIN"))}</h2>
      <p class="muted">{t(CHANGE_ENDS)}</p>
      <Cards>
        <Secret kind="password" />
        <Secret kind="pin" />
        <TwoStepCard />
      </Cards>
      <OwnNotices />
      <Sessions of={OWN_SESSIONS} name={null} />
    </Screen>
  );
}

function Secret({ kind }: { readonly kind: Kind }) {
  return (
    <Card {...useTypedChangesGuard()}>
      <ChangeForm kind={kind} />
    </Card>
  );
}
