import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { CreatedApiKey } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./service-accounts.module.css";

interface NewKeyProps {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}

/** Shows a new API key. It cannot be shown again. */
export function NewKey({ created, onClose }: NewKeyProps) {
  const [isCopied, setCopied] = useState(false);
  // Browsers have no clipboard over plain HTTP.
  const canCopy = isSecureContext && "clipboard" in navigator;
  const copy = async () => {
    await navigator.clipboard.writeText(created.key);
    setCopied(true);
  };
  return (
    <Dialog
      title={t(TEXTS.title, { name: created.account.name })}
      onClose={onClose}
      leave={t(TEXTS.done)}
      actions={canCopy && <Button onClick={copy}>{t(isCopied ? TEXTS.copied : TEXTS.copy)}</Button>}
    >
      <p>{t(TEXTS.once)}</p>
      <p>
        <code class={styles["key"]}>{created.key}</code>
      </p>
    </Dialog>
  );
}

const TEXTS = {
  title: msg("API key of {name}"),
  once: msg("Copy the key into the program now. The server keeps no copy and cannot show it again."),
  copy: msg("Copy"),
  copied: msg("Copied"),
  done: msg("Done"),
};
