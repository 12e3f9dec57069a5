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
      <legend class="no-print">{t(TEXTS.title)}</legend>
      {option(
        "generated",
        t(TEXTS.generated),
        <Generated passphrase={generated} problem={problems.stored} />,
      )}
      {option("own", t(TEXTS.own), <Own problems={problems} />)}
      {option(
        "none",
        t(TEXTS.none),
        <Banner tone="warning" class="no-print">
          {t(TEXTS.open)}
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
        <span class="passphrase-name">{t(TEXTS.passphrase)}</span> <code>{passphrase}</code>
      </p>
      <p class="no-print">{t(TEXTS.store)}</p>
      <Button kind="secondary" class="no-print" onClick={() => print()}>
        {t(TEXTS.print)}
      </Button>
      <Checkbox class="no-print" name="stored" aria-invalid={problem !== undefined}>
        {t(TEXTS.stored)}
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
        label={t(TEXTS.passphrase)}
        hint={t(TEXTS.hint)}
        problem={problems.passphrase}
      />
      <PasswordField isNew name="repeated" label={t(TEXTS.repeat)} problem={problems.repeated} />
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
    return data.has("stored") ? { passphrase: generated } : { problems: { stored: t(TEXTS.notStored) } };
  const passphrase = String(data.get("passphrase") ?? "");
  const fault = passphraseError(passphrase);
  if (fault !== null) return { problems: { passphrase: `${t(TEXTS.passphrase)} ${t(fault)}` } };
  if (data.get("repeated") !== passphrase) return { problems: { repeated: t(TEXTS.differs) } };
  return { passphrase };
}

const TEXTS = {
  title: msg("Encryption"),
  generated: msg("Generated passphrase (recommended)"),
  own: msg("My own passphrase"),
  none: msg("Not encrypted"),
  open: msg("Anyone who gets this file can read all data and impersonate the server."),
  passphrase: msg("Passphrase"),
  store: msg(
    "Print it or write it down, and keep it apart from the file. It is shown only here, and without it nobody can open the backup.",
  ),
  print: msg("Print passphrase and steps"),
  stored: msg("I have stored the passphrase"),
  notStored: msg("Store the passphrase first, then confirm it here."),
  hint: msg(
    "At least {min} characters, for example five random words. Without it nobody can open the backup.",
    { min: MIN_PASSPHRASE_CHARACTERS },
  ),
  repeat: msg("Repeat passphrase"),
  differs: msg("The two passphrases differ."),
};
