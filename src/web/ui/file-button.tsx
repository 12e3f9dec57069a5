import { buttonLook, type LookOf } from "./button.tsx";
import styles from "./file-button.module.css";
import { FileInput } from "./file-input.tsx";

interface FileButtonProps extends Omit<LookOf<"label">, "accept" | "capture"> {
  /** Types of files, as of `<input accept>`. */
  readonly accept: string;
  /** Opens the camera app. */
  readonly capture?: "environment";
  /** Called with the chosen file. The same one can be chosen again. */
  readonly onFile: (file: File) => void;
}

/** A button that chooses a file. It is a label, because a page over plain HTTP has no other way to the camera app. */
export function FileButton({ accept, capture, onFile, class: own = "", ...given }: FileButtonProps) {
  const { children, ...look } = buttonLook({ ...given, class: `${styles["file"]} ${own}` });
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
