import { msg } from "../../domain/message.ts";
import { Page } from "../app/page.tsx";
import { t } from "../app/words.ts";
import { CHANGE_ENDS, ChangeForm } from "./change-secret.tsx";

/** Changes one's own PIN or password, by the old PIN or password. */
export function Secrets() {
  return (
    <Page title={t(TITLE)} back>
      <p>{t(CHANGE_ENDS)}</p>
      <ChangeForm kind="pin" />
      <ChangeForm kind="password" />
    </Page>
  );
}

const TITLE = msg("My PIN and password", "Můj PIN a heslo");
