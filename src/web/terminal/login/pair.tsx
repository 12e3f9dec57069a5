import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MAX_DEVICE_NAME_LENGTH } from "../../../domain/text-limits.ts";
import { device } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { FormProblem, useAttempts } from "../../login/form-problem.tsx";
import { go } from "../../router/router.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { useScans } from "../../scanner/use-scans.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { pair } from "../lock/pin-login.ts";
import { codeIn, inGroups, isPairing, nameFor } from "./pairing-code.ts";
import "./login.css";

/** Pairs this browser by a code that is scanned, typed, or part of the address. */
export function Pair({ code: codeParam = "" }: Readonly<Record<string, string>>) {
  const [code, setCode] = useState(inGroups(codeIn(codeParam)));
  const [name, setName] = useState(device.value?.name ?? nameFor(navigator.userAgent));
  const camera = useCamera();
  const { failure, isOff, attempt } = useAttempts("code");
  useEffect(() => setCode(inGroups(codeIn(codeParam))), [codeParam]);
  useScans((scan) => {
    const found = codeIn(scan.candidates.find(isPairing) ?? scan.text);
    setCode(found);
    return tryCode(found);
  });

  const tryCode = (codeText: string) =>
    attempt(async () => {
      await pair(codeIn(codeText), name.trim() || nameFor(navigator.userAgent));
      go("/who", { replace: true });
    });
  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    if (code.trim() !== "") await tryCode(code);
  }

  return (
    <Page title={t(msg("Pair this terminal"))}>
      <p>{t(msg("Scan the QR code with this device, or type the code shown next to it."))}</p>
      <form onSubmit={onSubmit}>
        <Field label={t(msg("Code"))}>
          {(controlProps) => (
            <input
              {...controlProps}
              class="code"
              value={code}
              autocomplete="off"
              autocapitalize="characters"
              spellcheck={false}
              onInput={({ currentTarget }) => setCode(currentTarget.value)}
              onChange={() => setCode(inGroups)}
            />
          )}
        </Field>
        <TextField
          label={t(msg("Terminal name"))}
          value={name}
          maxLength={MAX_DEVICE_NAME_LENGTH}
          onValue={setName}
        />
        <FormProblem
          {...failure}
          hint={t(
            msg(
              "A code works once and for 10 minutes, and a newer code replaces it. Get a new one under More → Pair another device.",
            ),
          )}
        />
        <div class="stack">
          <Button kind="primary" type="submit" disabled={isOff || code.trim() === ""}>
            {t(msg("Pair"))}
          </Button>
          {camera.button}
        </div>
      </form>
      {camera.view}
    </Page>
  );
}
