import { msg } from "../../../domain/message.ts";
import { device, session } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { changeUser, lock } from "../../login/lock-screen.ts";
import { logOut } from "../../login/log-out.ts";
import { site } from "../../login/site.ts";
import { install, installable } from "../../service-worker/install.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Choices } from "./choices.tsx";
import "./settings.css";

/** The user, settings, and links to rare tasks. */
export function More() {
  const login = session.value;
  return (
    <Page title={t(TEXTS.title)}>
      <p>
        <b>{login?.user.fullName}</b>
        <br />
        {device.value === null ? t(TEXTS.ownPhone) : device.value.name}
        {site.value.siteName !== "" && ` · ${site.value.siteName}`}
      </p>
      <LogOutActions />
      <Choices />
      <ul class="list">
        <Row to="/settings/scanner" icon="camera" words={t(TEXTS.scanner)} />
        <Row to="/settings/pair-device" icon="plus" words={t(TEXTS.pairOther)} />
        <Row to="/settings/devices" icon="settings" words={t(TEXTS.devices)} />
        <Row to="/settings/secrets" icon="lock" words={t(TEXTS.secrets)} />
        <Row to="/settings/storage" icon="there" words={t(TEXTS.storage)} />
        {installable.value && (
          <li>
            <button type="button" onClick={install}>
              <Icon name="plus" />
              <span class="main">{t(TEXTS.install)}</span>
            </button>
          </li>
        )}
        {!isSecureContext && (
          <li>
            <a href="/trust">
              <Icon name="warning" />
              <span class="main">
                <b>{t(TEXTS.trust)}</b>
                {t(TEXTS.trustWhy)}
              </span>
            </a>
          </li>
        )}
        <Row to="/about" icon="question" words={t(TEXTS.about)} />
      </ul>
    </Page>
  );
}

/** Switches the user of a shared terminal, or logs out of a personal device. */
function LogOutActions() {
  if (device.value === null) {
    return (
      <div class="stack">
        <button type="button" class="second" onClick={logOut}>
          {t(TEXTS.logOut)}
        </button>
      </div>
    );
  }
  return (
    <div class="action-pair">
      <button type="button" class="second" onClick={changeUser}>
        {t(TEXTS.change)}
      </button>
      <button type="button" class="second" onClick={lock}>
        {t(TEXTS.lock)}
      </button>
    </div>
  );
}

interface RowProps {
  readonly to: string;
  readonly icon: IconName;
  readonly words: string;
}

function Row({ to, icon, words }: RowProps) {
  return (
    <li>
      <a href={`#${to}`}>
        <Icon name={icon} />
        <span class="main">{words}</span>
      </a>
    </li>
  );
}

const TEXTS = {
  title: msg("More"),
  ownPhone: msg("My phone"),
  logOut: msg("Log out"),
  change: msg("Switch user"),
  lock: msg("Lock"),
  scanner: msg("Scanner and sounds"),
  pairOther: msg("Pair another device"),
  devices: msg("Paired devices"),
  secrets: msg("My PIN and password"),
  storage: msg("Storage"),
  install: msg("Install app"),
  trust: msg("Secure connection"),
  trustWhy: msg("Needed for the camera and for starting without Wi-Fi"),
  about: msg("About this terminal"),
};
