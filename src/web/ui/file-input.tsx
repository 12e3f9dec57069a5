import styles from "./file-input.module.css";

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
export const FileInput = ({ accept, isMultiple = false, capture, onFiles }: FileInputProps) => (
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
