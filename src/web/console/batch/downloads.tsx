import { msg } from "../../../domain/message.ts";
import type { Query } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { Button, type ButtonKind } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import styles from "./downloads.module.css";
import { useDownload } from "./use-download.ts";

/** A file that is offered. */
interface OfferedFile {
  readonly label: string;
  readonly request: Query<unknown>;
  /** Its name; by default the server's. */
  readonly name?: string;
  readonly kind?: ButtonKind;
}

/** Buttons that save files, one at a time. */
export function Downloads({ files }: { readonly files: readonly OfferedFile[] }) {
  const { coming, problem, start } = useDownload();
  const isBusy = coming !== null;
  return (
    <Toolbar class={`${styles["downloads"]} no-print`}>
      {files.map(({ label, request, name, kind }) => (
        <Button key={label} kind={kind} aria-disabled={isBusy} onClick={() => isBusy || start(request, name)}>
          {label}
        </Button>
      ))}
      <span class="muted" role="status">
        {isBusy && t(msg("Creating the file…"))}
      </span>
      <span class="error-text" role="alert">
        {problem}
      </span>
    </Toolbar>
  );
}
