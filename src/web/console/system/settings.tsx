import { codeOf, patternOf } from "../../../domain/code-pattern.ts";
import { msg } from "../../../domain/message.ts";
import { ROLES, type Role } from "../../../domain/roles.ts";
import { MAX_CODE_PATTERN_LENGTH, MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { LOCALE_CODES, LOCALES } from "../../../i18n/locales.ts";
import { call } from "../../api/call.ts";
import type { SiteSettings, UpdateSettingsRequest } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { LinesField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import type { FormFields } from "../forms/form.tsx";
import { SETTING_NAMES } from "../navigation/setting-names.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { ROLE_NAMES, roleNames } from "../users/role-texts.ts";
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
    { read: call("GET /api/settings"), write, names: SETTING_NAMES, show: SHOWN },
    query,
  );
  return (
    <SystemScreen title={t(msg("Settings"))}>
      <QueryBoundary query={query}>
        {({ maxAssets, timeZone }) => (
          <>
            <EditForm class="settings" edit={edit} onSaved={() => showSuccess(t(msg("Settings saved")))}>
              {edit.fields !== null && <SettingsFields form={edit.fields} />}
            </EditForm>
            <h2>{t(msg("Server configuration"))}</h2>
            <Facts
              facts={[
                [t(msg("Time zone")), timeZone],
                [t(msg("Licence")), licenceText(maxAssets)],
              ]}
            />
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

const SHOWN = {
  language: (value: SiteSettings["language"]) => LOCALES[value].name,
  secondFactorRoles: roleNames,
  allSitesRoles: roleNames,
  crossOrigins: (origins: readonly string[]) => origins.join(", "),
};

interface FieldsProps {
  readonly form: FormFields<SettingsForm>;
}

/** The settings that take effect without a restart. */
function SettingsFields({ form }: FieldsProps) {
  return (
    <>
      <TextField
        {...form.optional("siteName")}
        hint={t(msg("Shown on terminals and reports. If empty, the company name is used."))}
        autocomplete="organization"
        maxLength={MAX_TEXT_LENGTH}
      />
      <Select
        {...form.field("language")}
        hint={t(msg("Default language. Users can choose another one on their device."))}
        items={LOCALE_CODES.map((value) => ({ value, label: LOCALES[value].name }))}
      />
      <TextField
        {...form.number("terminalLockMinutes")}
        hint={t(msg("An idle terminal asks for the PIN again after this time. 1 to 240."))}
        type="number"
        min={1}
        max={240}
      />
      <TextField
        {...form.number("quantityWarningFactor")}
        hint={t(
          msg(
            "The terminal asks for confirmation when a count is this many times the expected quantity. 2 to 1000.",
          ),
        )}
        type="number"
        min={2}
        max={1000}
      />
      <TextField
        {...form.field("articleCodePattern")}
        hint={<PatternHint pattern={form.values.articleCodePattern} />}
        spellcheck={false}
        maxLength={MAX_CODE_PATTERN_LENGTH}
      />
      <TwoStepRoles form={form} />
      <CheckboxGroup
        {...form.field("allSitesRoles")}
        class="setting-roles"
        all={SITES_ROLES}
        labelOf={roleName}
        hint={t(
          msg(
            "Articles, stock and stocktakes of the company's other sites. Without a head office it has no effect.",
          ),
        )}
      />
      <OriginsField form={form} />
    </>
  );
}

/** The first codes by the pattern. */
function PatternHint({ pattern }: { readonly pattern: string }) {
  const parts = patternOf(pattern.trim());
  return (
    <>
      {t(msg("For articles created without a code. Zeros in braces stand for the number."))}{" "}
      {parts === null
        ? t(msg("Enter exactly one group of 1 to 12 zeros in braces."))
        : t(msg("Example codes: {codes}"), {
            codes: [1, 2, 1234].map((number) => codeOf(parts, number)).join(", "),
          })}
    </>
  );
}

/** The roles that must log in to the console in two steps. */
function TwoStepRoles({ form }: FieldsProps) {
  const isDisabled = form.values.isSecondFactorConfigured;
  const hint = t(
    isDisabled
      ? msg("Set in the server configuration (Login:SecondFactorRoles).")
      : msg("They set it up at their next login. Whoever is logged in without it is logged out at once."),
  );
  return (
    <CheckboxGroup
      {...form.field("secondFactorRoles")}
      class="setting-roles"
      all={ROLES}
      labelOf={roleName}
      hint={hint}
      isDisabled={isDisabled}
    />
  );
}

/** The roles that may see the other sites. */
const SITES_ROLES: readonly Role[] = ["Admin", "Manager"];

const roleName = (role: Role) => t(ROLE_NAMES[role]);

/** The origins of other servers' pages that may call the API, one a line. */
function OriginsField({ form: { values, errors, set } }: FieldsProps) {
  const wrong = Object.keys(errors).find((path) => path.split(".")[0] === "crossOrigins");
  return (
    <LinesField
      label={t(SETTING_NAMES.crossOrigins)}
      hint={t(
        msg(
          "Web pages of other servers whose scripts may call this server with an API key, one a line, such as {example}.",
        ),
        { example: "https://erp.example" },
      )}
      problem={wrong && errors[wrong]}
      rows={2}
      spellcheck={false}
      value={values.crossOrigins.join("\n")}
      onValue={(text) => set({ crossOrigins: text.split("\n") })}
    />
  );
}

/** The values of the form: an empty number is null. */
type SettingsForm = Omit<SiteSettings, "terminalLockMinutes" | "quantityWarningFactor"> & {
  readonly terminalLockMinutes: number | null;
  readonly quantityWarningFactor: number | null;
};

/** The text for the number of articles that the licence covers; null: unlimited. */
export function licenceText(maxAssets: number | null): string {
  return maxAssets === null
    ? t(msg("Unlimited articles"))
    : t(msg("Up to {n, plural, one {# article} other {# articles}}"), { n: maxAssets });
}
