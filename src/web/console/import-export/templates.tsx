import { msg } from "../../../domain/message.ts";
import type { TableKind } from "../../../domain/table-kinds.ts";
import { getImportTemplate } from "../../api/console/import-export.ts";
import { t } from "../../i18n/translate.ts";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";

/** Downloads an example file of a data type, to be filled in. */
export function Templates({ kind }: { readonly kind: TableKind }) {
  const { coming, problem, start } = useDownload();
  return (
    <div class="import-templates">
      <span aria-hidden="true">{t(TEXTS.title)}</span>
      <div class="row">
        {(["xlsx", "csv"] as const).map((format) => (
          <button
            key={format}
            type="button"
            class="second"
            disabled={coming !== null}
            aria-label={`${t(TEXTS.title)} ${format.toUpperCase()}`}
            onClick={() => start(getImportTemplate({ kind, format }))}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </div>
      <Problem text={problem} />
    </div>
  );
}

const TEXTS = { title: msg("Download a template") };
