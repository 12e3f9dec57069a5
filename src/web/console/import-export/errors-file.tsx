import { msg } from "../../../domain/message.ts";
import { exportImportErrors } from "../../api/console/import-export.ts";
import { t } from "../../i18n/translate.ts";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import type { ImportDetail } from "./shapes.ts";

/** Downloads the rows with errors as they stand in the file, with a column that says what is wrong. */
export function ErrorsFile({ one }: { readonly one: ImportDetail }) {
  const { coming, problem, start } = useDownload();
  return (
    <div>
      <button
        type="button"
        class="second"
        disabled={coming !== null}
        onClick={() => start(exportImportErrors({ id: one.id, format: "xlsx" }))}
      >
        {t(TEXTS.download)}
      </button>
      <Problem text={problem} />
    </div>
  );
}

const TEXTS = { download: msg("Download rows with errors") };
