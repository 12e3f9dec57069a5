import { useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { formBody } from "../../api/send-request.ts";
import type { SealCheck } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { FileButton } from "../../ui/file-input.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { loginTexts } from "./login-texts.ts";

const OUTCOMES: Readonly<
  Record<SealCheck["outcome"], readonly [tone: "success" | "warning" | "danger", text: Message]>
> = {
  genuine: ["success", msg("A sealed record of this server, byte for byte.")],
  notKept: [
    "warning",
    msg(
      "Unchanged, and sealed by this server, which does not keep it for your company. Was an older backup restored?",
    ),
  ],
  otherKey: [
    "warning",
    msg("Unchanged, but sealed by another key than this server's. Compare it with the signed minutes."),
  ],
  changed: ["danger", msg("Changed: this is not what was sealed.")],
  noSeal: ["danger", msg("No sealed record, or its end was changed.")],
};

function addendumText(addendum: NonNullable<SealCheck["addendum"]>): string {
  const { number, person } = addendum;
  const what =
    person === null
      ? t(msg("Addendum {number}: correction"), { number })
      : t(msg("Addendum {number}: signature of {name}"), { number, name: person.name });
  return [what, ...loginTexts(addendum)].join(" · ");
}

/** Asks the server whether a file is a sealed record, or an addendum, of any stocktake. */
export function CheckFile() {
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const [checked, setChecked] = useState<(SealCheck & { readonly file: string }) | null>(null);
  const check = (file: File) => {
    setChecked(null);
    void run({
      send: call("POST /api/seals/check", { body: formBody({ file }, file.name) }),
      onDone: (found) => setChecked({ ...found, file: file.name }),
    });
  };
  return (
    <>
      <p>
        <FileButton accept=".pdf,.json" aria-busy={isBusy} onFile={check}>
          {t(msg("Check a file…"))}
        </FileButton>
      </p>
      <div role="status">
        {isBusy && <p class="muted">{t(msg("The file is being checked."))}</p>}
        {checked !== null && (
          <Banner tone={OUTCOMES[checked.outcome][0]}>
            <p>
              <strong>{checked.file}</strong>
            </p>
            <p>{t(OUTCOMES[checked.outcome][1])}</p>
            {checked.inventory !== null && (
              <p>
                {t(msg("Stocktake: {name} ({number})"), {
                  name: checked.inventory.name,
                  number: checked.inventory.oid,
                })}
              </p>
            )}
            {checked.addendum !== null && <p>{addendumText(checked.addendum)}</p>}
            {checked.outcome === "otherKey" && (
              <p>
                {t(msg("Public key (Ed25519)"))}: {checked.publicKey}
              </p>
            )}
          </Banner>
        )}
      </div>
      <p class="error-text" role="alert">
        {problem}
      </p>
    </>
  );
}
