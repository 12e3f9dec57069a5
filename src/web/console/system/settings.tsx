import { msg } from "../../../domain/message.ts";
import { LOCALES } from "../../../i18n/locales.ts";
import { call } from "../../api/call.ts";
import type { SiteSettings, UpdateSettingsRequest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { roleNames } from "../users/role-texts.ts";
import { licenceText, SETTING_NAMES, SettingsFields, type SettingsForm } from "./settings-fields.tsx";
import { SystemScreen } from "./system-screen.tsx";

const write = ({ crossOrigins, ...changed }: Partial<SettingsForm>) => {
  const origins = crossOrigins?.map((line) => line.trim()).filter((line) => line !== "");
  // An empty number is rejected by the server.
  return call("PUT /api/settings", {
    body: { ...changed, ...(origins && { crossOrigins: origins }) } as UpdateSettingsRequest,
  });
};

/** `#/system/settings`: site name, language, terminals, article codes. */
export function SettingsScreen() {
  const query = useLiveQuery(call("GET /api/settings"), { follows: ["settings"] });
  const edit = useEdit<SettingsForm, SiteSettings>(
    { read: call("GET /api/settings"), write, names: SETTING_NAMES },
    query,
  );
  return (
    <SystemScreen title={t(msg("Settings"))}>
      <QueryBoundary query={query}>
        {({ maxAssets, timeZone }) => (
          <>
            <EditForm
              class="settings"
              edit={edit}
              onSaved={() => showSuccess(t(msg("Settings saved")))}
              show={{
                language: (value) => LOCALES[value].name,
                secondFactorRoles: roleNames,
                allSitesRoles: roleNames,
                crossOrigins: (origins) => origins.join(", "),
              }}
            >
              {edit.fields !== null && <SettingsFields form={edit.fields} />}
            </EditForm>
            <h2>{t(msg("Server configuration"))}</h2>
            <dl class="facts">
              <dt>{t(msg("Time zone"))}</dt>
              <dd>{timeZone}</dd>
              <dt>{t(msg("Licence"))}</dt>
              <dd>{licenceText(maxAssets)}</dd>
            </dl>
            <p class="muted">
              {t(
                msg(
                  "Set in settings.json in the data folder or in environment variables. Changes take effect after a restart.",
                ),
              )}
            </p>
          </>
        )}
      </QueryBoundary>
    </SystemScreen>
  );
}
