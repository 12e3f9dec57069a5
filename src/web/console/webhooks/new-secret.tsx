import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { CreatedWebhook } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./webhooks.module.css";

interface NewSecretProps {
  readonly created: CreatedWebhook;
  readonly onClose: () => void;
}

/** Shows a new secret of a webhook. It cannot be shown again. */
export function NewSecret({ created, onClose }: NewSecretProps) {
  const [isCopied, setCopied] = useState(false);
  // Browsers have no clipboard over plain HTTP.
  const canCopy = isSecureContext && "clipboard" in navigator;
  const copy = async () => {
    await navigator.clipboard.writeText(created.secret);
    setCopied(true);
  };
  return (
    <Dialog
      title={t(TEXTS.title, { name: created.webhook.name })}
      onClose={onClose}
      leave={t(TEXTS.done)}
      actions={canCopy && <Button onClick={copy}>{t(isCopied ? TEXTS.copied : TEXTS.copy)}</Button>}
    >
      <p>{t(TEXTS.once)}</p>
      <p>
        <code class={styles["secret"]}>{created.secret}</code>
      </p>
    </Dialog>
  );
}

const TEXTS = {
  title: msg("Secret of {name}"),
  once: msg(
    "Copy the secret into the receiver now: it verifies the signatures by it. It cannot be shown again.",
  ),
  copy: msg("Copy"),
  copied: msg("Copied"),
  done: msg("Done"),
};
