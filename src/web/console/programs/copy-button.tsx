import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button, type ButtonKind } from "../../ui/button.tsx";

interface CopyProps {
  readonly text: string;
  readonly kind?: ButtonKind;
}

/** Copies a text. Renders nothing over plain HTTP, where browsers have no clipboard. */
export function CopyButton({ text, kind = "primary" }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  if (!isSecureContext || !("clipboard" in navigator)) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button kind={kind} onClick={copy}>
      {t(isCopied ? msg("Copied") : msg("Copy"))}
    </Button>
  );
}
