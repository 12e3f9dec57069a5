import type { ComponentChildren } from "preact";
import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { onFirstClick } from "../../../../ui/first-click.ts";
import { Select } from "../../../../ui/select.tsx";
import { Problem } from "../../../../ui/use-action.tsx";
import type { PreviewRecord } from "../../../label-preview/request-bitmap.ts";
import { Outcome, useTestPrint } from "../../test-print.tsx";
import styles from "./designer.module.css";
import type { PreviewPrinter } from "./use-preview-printer.ts";

interface BarProps {
  readonly layout: LabelLayout;
  readonly target: PreviewPrinter;
  readonly record: PreviewRecord;
  /** The choice of the record. */
  readonly children: ComponentChildren;
}

/** The record and the printer of the preview, and a print of the label as it is drawn, saved or not. */
export function PreviewBar({ layout, target, record, children }: BarProps) {
  const { printer } = target;
  const test = useTestPrint();
  return (
    <div class={styles["previewBar"]}>
      <div>{children}</div>
      <div class={styles["print"]}>
        <Select label={t(msg("Printer"))} items={target.items} value={target.value} onValue={target.choose} />
        <Button
          disabled={printer === null || test.isBusy}
          onClick={onFirstClick(() => {
            if (printer === null) return undefined;
            target.choose(String(printer.oid));
            return test.print(printer.oid, { layout, ...record });
          })}
        >
          {t(msg("Print now"))}
        </Button>
      </div>
      <div class={styles["outcome"]}>
        <Problem text={test.problem} />
        {test.oid !== null && <Outcome oid={test.oid} />}
      </div>
    </div>
  );
}
