import type { Message } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";

const FORMATS = ["xlsx", "csv"] as const;

interface ExportProps {
  readonly table: "count-plans" | "record-accuracy";
  readonly names: Readonly<Record<(typeof FORMATS)[number], Message>>;
}

/** Saves a table as a file. */
export function ExportButtons({ table, names }: ExportProps) {
  const download = useDownload();
  return (
    <>
      <Toolbar class="count-plan-exports">
        {FORMATS.map((format) => (
          <Button
            key={format}
            kind="secondary"
            onClick={() => download.start(call(`GET /api/export/${table}`, { format }))}
          >
            {t(names[format])}
          </Button>
        ))}
      </Toolbar>
      <Problem text={download.problem} />
    </>
  );
}
