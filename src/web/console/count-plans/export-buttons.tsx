import type { Message } from "../../../domain/message.ts";
import type { exportCountPlans, exportRecordAccuracy } from "../../api/console/count-plans.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";

const FORMATS = ["xlsx", "csv"] as const;

interface ExportProps {
  readonly call: typeof exportCountPlans | typeof exportRecordAccuracy;
  readonly names: Readonly<Record<(typeof FORMATS)[number], Message>>;
}

/** Saves a table as a file. */
export function ExportButtons({ call, names }: ExportProps) {
  const download = useDownload();
  return (
    <>
      <Toolbar class="count-plan-exports">
        {FORMATS.map((format) => (
          <Button key={format} kind="secondary" onClick={() => download.start(call({ format }))}>
            {t(names[format])}
          </Button>
        ))}
      </Toolbar>
      <Problem text={download.problem} />
    </>
  );
}
