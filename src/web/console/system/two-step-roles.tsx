import { msg } from "../../../domain/message.ts";
import { ROLES } from "../../../domain/roles.ts";
import { t } from "../../i18n/translate.ts";
import type { Edit } from "../forms/use-edit.ts";
import { ROLE_NAMES } from "../users/role-texts.ts";
import type { SettingsForm } from "./settings-texts.ts";
import { SETTING_NAMES } from "./settings-texts.ts";

interface RolesProps {
  readonly edit: Edit<SettingsForm>;
}

/** The roles that must log in to the console in two steps. */
export function TwoStepRoles({ edit }: RolesProps) {
  const { values, errors, set } = edit;
  if (values === null) return null;
  const { secondFactorRoles: required, isSecondFactorConfigured } = values;
  const problem = errors["secondFactorRoles"];
  return (
    <fieldset class="setting-roles" disabled={isSecondFactorConfigured}>
      <legend>{t(SETTING_NAMES.secondFactorRoles)}</legend>
      {ROLES.map((role) => {
        const isOn = required.includes(role);
        return (
          <label key={role} class="check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={() =>
                set(
                  "secondFactorRoles",
                  ROLES.filter((one) => (one === role ? !isOn : required.includes(one))),
                )
              }
            />{" "}
            {t(ROLE_NAMES[role])}
          </label>
        );
      })}
      {problem !== undefined && (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
      <p class="quiet">{t(isSecondFactorConfigured ? TEXTS.configured : TEXTS.hint)}</p>
    </fieldset>
  );
}

const TEXTS = {
  hint: msg("They set it up at their next login. Whoever is logged in without it is logged out at once."),
  configured: msg("Set in the server configuration (Login:SecondFactorRoles)."),
};
