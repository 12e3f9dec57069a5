import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import "./two-step.css";

interface CodesProps {
  readonly codes: readonly string[];
  /** True with the first second factor, which stops personal devices. */
  readonly isFirst: boolean;
  readonly onDone: () => void;
}

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, isFirst, onDone }: CodesProps) {
  const [isCopied, setCopied] = useState(false);
  const canCopy = isSecureContext && "clipboard" in navigator;
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    setCopied(true);
  };
  return (
    <div class="recovery-codes">
      <h3>{t(TEXTS.title)}</h3>
      <p>{t(TEXTS.keep)}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {isFirst && <p class="no-print">{t(TEXTS.devices)}</p>}
      <div class="row no-print">
        <button type="button" class="second" onClick={() => print()}>
          {t(TEXTS.print)}
        </button>
        {canCopy && (
          <button type="button" class="second" onClick={copy}>
            {t(isCopied ? TEXTS.copied : TEXTS.copy)}
          </button>
        )}
        <button type="button" onClick={onDone}>
          {t(TEXTS.done)}
        </button>
      </div>
    </div>
  );
}

const TEXTS = {
  title: msg("Recovery codes"),
  keep: msg(
    "Each code works once, if you lose the app or the passkey. Keep them in a safe place: they are shown only now.",
  ),
  devices: msg(
    "Pair your personal devices again: those paired before do not work until then. Shared terminals go on.",
  ),
  print: msg("Print"),
  copy: msg("Copy"),
  copied: msg("Copied"),
  done: msg("I have saved them"),
};
