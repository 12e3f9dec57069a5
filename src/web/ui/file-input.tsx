import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { buttonLook, type LookOf } from "./button.tsx";
import styles from "./file-input.module.css";
import { Icon } from "./icon.tsx";

interface FileInputProps {
  /** Types of files, as of `<input accept>`. */
  readonly accept: string;
  readonly isMultiple?: boolean;
  /** Opens the camera app. */
  readonly capture?: "environment" | undefined;
  /** Called with the chosen files, never with none. The same ones can be chosen again. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** The invisible input of a control that chooses files. It covers its positioned parent, so it takes clicks, drops and the focus. */
const FileInput = ({ accept, isMultiple = false, capture, onFiles }: FileInputProps) => (
  <input
    type="file"
    class={styles["covering"]}
    accept={accept}
    multiple={isMultiple}
    capture={capture}
    onChange={({ currentTarget: input }) => {
      const files = Array.from(input.files ?? []);
      input.value = "";
      if (files.length > 0) onFiles(files);
    }}
  />
);

interface FileButtonProps
  extends Omit<LookOf<"label">, "accept" | "capture">,
    Pick<FileInputProps, "accept" | "capture"> {
  /** Called with the chosen file. The same one can be chosen again. */
  readonly onFile: (file: File) => void;
}

/** A button that chooses a file. It is a label, because a page over plain HTTP has no other way to the camera app. */
export function FileButton({ accept, capture, onFile, class: own = "", ...given }: FileButtonProps) {
  const { children, ...look } = buttonLook({ ...given, class: `${styles["asButton"]} ${own}` });
  return (
    <label {...look}>
      {children}
      <FileInput
        accept={accept}
        capture={capture}
        onFiles={([file]) => {
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}

interface FileFieldProps extends Omit<FileInputProps, "capture"> {
  readonly label: string;
}

/** A field for files: a label, and a button that opens the file dialog. Files can be dropped on both. */
export function FileField({ label, isMultiple = false, ...given }: FileFieldProps) {
  return (
    <label class={styles["field"]}>
      {label}
      <FileInput isMultiple={isMultiple} {...given} />
      <span class={styles["button"]} aria-hidden="true">
        <Icon name="surplus" size={18} />
        {t(isMultiple ? msg("Choose files") : msg("Choose file"))}
      </span>
    </label>
  );
}
