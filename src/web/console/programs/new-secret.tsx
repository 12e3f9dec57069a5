import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./programs.module.css";

interface NewSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** Says what the user does with it. */
  readonly children: ComponentChildren;
}

/** Shows a new API key, or secret of a webhook. It cannot be shown again. */
export function NewSecret({ title, secret, onClose, children }: NewSecretProps) {
  const [isCopied, setCopied] = useState(false);
  // Browsers have no clipboard over plain HTTP.
  const canCopy = isSecureContext && "clipboard" in navigator;
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      leave={t(msg("Done"))}
      actions={canCopy && <Button onClick={copy}>{t(isCopied ? msg("Copied") : msg("Copy"))}</Button>}
    >
      <p>{children}</p>
      <p>
        <code class={styles["secret"]}>{secret}</code>
      </p>
    </Dialog>
  );
}
