import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import styles from "./file-field.module.css";
import { FileInput } from "./file-input.tsx";
import { Icon } from "./icon.tsx";

interface FileFieldProps {
  readonly label: string;
  /** Types of files, as of `<input accept>`. */
  readonly accept: string;
  readonly isMultiple?: boolean;
  /** Called with the chosen files, never with none. The same ones can be chosen again. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** A field for files: a label, and a button that opens the file dialog. Files can be dropped on both. */
export function FileField({ label, accept, isMultiple = false, onFiles }: FileFieldProps) {
  return (
    <label class={styles["field"]}>
      {label}
      <FileInput accept={accept} isMultiple={isMultiple} onFiles={onFiles} />
      <span class={styles["button"]} aria-hidden="true">
        <Icon name="surplus" size={18} />
        {t(isMultiple ? TEXTS.files : TEXTS.file)}
      </span>
    </label>
  );
}

const TEXTS = { file: msg("Choose file"), files: msg("Choose files") };
