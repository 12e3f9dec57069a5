import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { MIN_PASSPHRASE_CHARACTERS, passphraseError } from "../../../domain/passphrase-rules.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Radio } from "../../ui/checkbox.tsx";
import { PasswordField } from "../../ui/field.tsx";

/** How a backup is encrypted: with a generated passphrase, with the user's own, or not at all. */
export type Encryption = "generated" | "own" | "none";

/** The errors of the form, by field. */
export interface PassphraseProblems {
  readonly passphrase?: string;
  readonly repeated?: string;
  readonly stored?: string;
}

interface ChoiceProps {
  readonly chosen: Encryption;
  readonly onChoose: (encryption: Encryption) => void;
  readonly generated: string;
  readonly problems: PassphraseProblems;
}

/** The fields of the encryption, within a form that `readPassphrase` reads. */
export function EncryptionChoice({ chosen, onChoose, generated, problems }: ChoiceProps) {
  const option = (encryption: Encryption, label: string, details: ComponentChildren) => (
    <>
      <Radio
        class="no-print"
        name="encryption"
        checked={chosen === encryption}
        onClick={() => onChoose(encryption)}
      >
        {label}
      </Radio>
      {chosen === encryption && <div class="encryption-details">{details}</div>}
    </>
  );
  return (
    <fieldset class="encryption">
      <legend class="no-print">{t(msg("Encryption"))}</legend>
      {option(
        "generated",
        t(msg("Generated passphrase (recommended)")),
        <Generated passphrase={generated} problem={problems.stored} />,
      )}
      {option("own", t(msg("My own passphrase")), <Own problems={problems} />)}
      {option(
        "none",
        t(msg("Not encrypted")),
        <Banner tone="warning" class="no-print">
          {t(msg("Anyone who gets this file can read all data and impersonate the server."))}
        </Banner>,
      )}
    </fieldset>
  );
}

function Generated({
  passphrase,
  problem,
}: {
  readonly passphrase: string;
  readonly problem?: string | undefined;
}) {
  return (
    <>
      <p class="passphrase">
        <span class="passphrase-name">{t(PASSPHRASE)}</span> <code>{passphrase}</code>
      </p>
      <p class="no-print">
        {t(
          msg(
            "Print it or write it down, and keep it apart from the file. It is shown only here, and without it nobody can open the backup.",
          ),
        )}
      </p>
      <Button kind="secondary" class="no-print" onClick={() => print()}>
        {t(msg("Print passphrase and steps"))}
      </Button>
      <Checkbox class="no-print" name="stored" aria-invalid={problem !== undefined}>
        {t(msg("I have stored the passphrase"))}
      </Checkbox>
      {problem !== undefined && (
        <p class="error-text no-print" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function Own({ problems }: { readonly problems: PassphraseProblems }) {
  return (
    <div class="no-print">
      <PasswordField
        isNew
        name="passphrase"
        label={t(PASSPHRASE)}
        hint={t(
          msg(
            "At least {min} characters, for example five random words. Without it nobody can open the backup.",
            { min: MIN_PASSPHRASE_CHARACTERS },
          ),
        )}
        problem={problems.passphrase}
      />
      <PasswordField isNew name="repeated" label={t(msg("Repeat passphrase"))} problem={problems.repeated} />
    </div>
  );
}

/** The passphrase of the form (null: not encrypted), or its error. */
export function readPassphrase(
  form: HTMLFormElement,
  chosen: Encryption,
  generated: string,
): { readonly passphrase: string | null } | { readonly problems: PassphraseProblems } {
  const data = new FormData(form);
  if (chosen === "none") return { passphrase: null };
  if (chosen === "generated")
    return data.has("stored")
      ? { passphrase: generated }
      : { problems: { stored: t(msg("Store the passphrase first, then confirm it here.")) } };
  const passphrase = String(data.get("passphrase") ?? "");
  const fault = passphraseError(passphrase);
  if (fault !== null) return { problems: { passphrase: `${t(PASSPHRASE)} ${t(fault)}` } };
  if (data.get("repeated") !== passphrase)
    return { problems: { repeated: t(msg("The two passphrases differ.")) } };
  return { passphrase };
}

const PASSPHRASE = msg("Passphrase");
