import { msg } from "../../../domain/message.ts";
import { CHANGE_ENDS, ChangeForm } from "../../account/change-secret.tsx";
import { connection } from "../../api/connection.ts";
import { device, session } from "../../api/tokens.ts";
import { writeValue } from "../../db/values.ts";
import { chooseSound, sound } from "../../feedback/sounds.ts";
import { canSpeak, chooseSpeech, isSpoken, voice } from "../../feedback/speech.ts";
import { language, t } from "../../i18n/translate.ts";
import { changeUser, lock } from "../../login/lock-screen.ts";
import { logOutHere } from "../../login/session-end.ts";
import { site } from "../../login/site.ts";
import { forgetRecords } from "../../offline/sync/owner.ts";
import { clearResponses } from "../../query/stored-responses.ts";
import { go } from "../../router/router.ts";
import { install, installable } from "../../service-worker/update.ts";
import { Button } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Choice, LanguageAndTheme } from "../../ui/theme.tsx";
import "./settings.css";

/** The user, settings, and links to rare tasks. */
export function More() {
  const login = session.value;
  return (
    <Page isStart title={t(msg("More"))}>
      <p>
        <b>{login?.user.fullName}</b>
        <br />
        {device.value === null ? t(msg("My phone")) : device.value.name}
        {site.value.siteName !== "" && ` · ${site.value.siteName}`}
      </p>
      <LogOutActions />
      <Choices />
      <ul class="list">
        <Row to="/settings/scanner" icon="camera" label={t(msg("Scanner and sounds"))} />
        <Row to="/tags/settings" icon="send" label={t(msg("RFID reader"))} />
        <Row to="/settings/pair-device" icon="plus" label={t(msg("Pair another device"))} />
        {device.value !== null && <Row to="/kiosk" icon="hand" label={t(msg("Hand-overs by badge"))} />}
        <Row to="/settings/devices" icon="settings" label={t(msg("Paired devices"))} />
        <Row to="/settings/secrets" icon="lock" label={t(msg("My PIN and password"))} />
        <Row to="/settings/storage" icon="there" label={t(msg("Storage"))} />
        {installable.value && (
          <li>
            <button type="button" onClick={install}>
              <Icon name="plus" />
              <span class="main">{t(msg("Install app"))}</span>
            </button>
          </li>
        )}
        {!isSecureContext && (
          <li>
            <a href="/trust">
              <Icon name="warning" />
              <span class="main">
                <b>{t(msg("Secure connection"))}</b>
                {t(msg("Needed for the camera and for starting without Wi-Fi"))}
              </span>
            </a>
          </li>
        )}
        {connection.value !== "away" && (
          <li>
            <a href={`/help/${language.value}/use/terminal`}>
              <Icon name="question" />
              <span class="main">{t(msg("Manual"))}</span>
            </a>
          </li>
        )}
        <Row to="/about" icon="question" label={t(msg("About this terminal"))} />
      </ul>
    </Page>
  );
}

/** Switches the user of a shared terminal, or logs out of a personal device. */
function LogOutActions() {
  if (device.value === null) {
    return (
      <div class="stack">
        <Button onClick={logOut}>{t(msg("Log out"))}</Button>
      </div>
    );
  }
  return (
    <div class="action-pair">
      <Button onClick={changeUser}>{t(msg("Switch user"))}</Button>
      <Button onClick={lock}>{t(msg("Lock"))}</Button>
    </div>
  );
}

interface RowProps {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
}

function Row({ to, icon, label }: RowProps) {
  return (
    <li>
      <a href={`#${to}`}>
        <Icon name={icon} />
        <span class="main">{label}</span>
      </a>
    </li>
  );
}

/** Settings of this device: language, theme, sounds. */
function Choices() {
  return (
    <>
      <LanguageAndTheme />
      <Choice
        legend={msg("Sounds")}
        options={ON_OFF}
        chosen={sound.value.isMuted ? "off" : "on"}
        onChoose={(chosen) => chooseSound({ ...sound.value, isMuted: chosen === "off" })}
      />
      {canSpeak && <SpokenFeedback />}
    </>
  );
}

function SpokenFeedback() {
  return (
    <>
      <Choice
        legend={msg("Spoken feedback")}
        options={ON_OFF}
        chosen={isSpoken.value ? "on" : "off"}
        onChoose={(chosen) => chooseSpeech(chosen === "on")}
      />
      <p class="muted" role="status">
        {isSpoken.value &&
          voice() === undefined &&
          t(msg("No English voice is installed on this device. Install one in its settings."))}
      </p>
    </>
  );
}

const ON_OFF = [
  { value: "on", label: msg("On") },
  { value: "off", label: msg("Off") },
] as const;

/** Changes the user's own PIN or password, which requires the old one. */
export function Secrets() {
  return (
    <Page title={t(msg("My PIN and password"))}>
      <p>{t(CHANGE_ENDS)}</p>
      <ChangeForm kind="pin" />
      <ChangeForm kind="password" />
    </Page>
  );
}

/** Logs out of a personal device. Stored responses are deleted, unsent data stays. */
async function logOut(): Promise<void> {
  await logOutHere();
  await Promise.all([
    forgetRecords(),
    clearResponses(),
    writeValue("people", null),
    writeValue("lastPeople", null),
  ]);
  go("/welcome", { replace: true });
}
