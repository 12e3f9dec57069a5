import { msg } from "../../../domain/message.ts";
import { Shown } from "../../answers/shown.tsx";
import { t } from "../../app/words.ts";
import { noteDone } from "../ask/notes.tsx";
import { useLive } from "../live/use-live.ts";
import { roleNames } from "../people/role-words.ts";
import { ConflictChoice } from "../save/conflict.tsx";
import { EditBar } from "../save/edit-bar.tsx";
import { useEdit } from "../save/use-edit.ts";
import { licenceWords } from "./licence.ts";
import { SettingsFields } from "./settings-fields.tsx";
import { LANGUAGES, SETTING_NAMES } from "./settings-words.ts";
import type { SiteSettings } from "./shapes.ts";
import { SystemScreen } from "./system-screen.tsx";

const PATH = "/api/settings";

/** `#/system/settings`: site name, language, terminals, article codes. */
export function SettingsScreen() {
  const answer = useLive<SiteSettings>(PATH, { follows: ["settings"] });
  const edit = useEdit<SiteSettings>(PATH, answer);
  const saved = () => noteDone(t(TEXTS.saved));
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (await edit.save()) saved();
  };
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <Shown answer={answer}>
        {({ maxAssets, timeZone }) => (
          <form class="settings" onSubmit={onSubmit} noValidate>
            <SettingsFields edit={edit} />
            <EditBar edit={edit} />
            <h2>{t(TEXTS.atStart)}</h2>
            <dl class="facts">
              <dt>{t(TEXTS.timeZone)}</dt>
              <dd>{timeZone}</dd>
              <dt>{t(TEXTS.licence)}</dt>
              <dd>{licenceWords(maxAssets)}</dd>
            </dl>
            <p class="quiet">{t(TEXTS.where)}</p>
          </form>
        )}
      </Shown>
      <ConflictChoice
        edit={edit}
        onSaved={saved}
        fields={{
          siteName: { name: t(SETTING_NAMES.siteName) },
          language: { name: t(SETTING_NAMES.language), show: (value) => LANGUAGES[value] },
          terminalLockMinutes: { name: t(SETTING_NAMES.terminalLockMinutes) },
          quantityWarningFactor: { name: t(SETTING_NAMES.quantityWarningFactor) },
          secondFactorRoles: { name: t(SETTING_NAMES.secondFactorRoles), show: roleNames },
          articleCodePattern: { name: t(SETTING_NAMES.articleCodePattern) },
        }}
      />
    </SystemScreen>
  );
}

const TEXTS = {
  title: msg("Settings", "Nastavení"),
  saved: msg("Settings saved", "Nastavení uloženo"),
  atStart: msg("Server configuration", "Konfigurace serveru"),
  timeZone: msg("Time zone", "Časové pásmo"),
  licence: msg("Licence", "Licence"),
  where: msg(
    "Set in settings.json in the data folder or in environment variables. Changes take effect after a restart.",
    "Nastavuje se v souboru settings.json v datové složce nebo v proměnných prostředí. Změny se projeví po restartu.",
  ),
};
