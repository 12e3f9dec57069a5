import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { Select } from "../../../../ui/select.tsx";
import { Problem } from "../../../../ui/use-action.tsx";
import type { FoundArticle } from "../../../articles/find-article.tsx";
import { Outcome, useTestPrint } from "../../test-print.tsx";
import { SampleArticle } from "../fields/sample-article.tsx";
import styles from "./designer.module.css";
import type { PreviewPrinter } from "./use-preview-printer.ts";

interface BarProps {
  readonly layout: LabelLayout;
  readonly target: PreviewPrinter;
  readonly article: FoundArticle | null;
  readonly onArticle: (article: FoundArticle | null) => void;
}

/** The article and the printer of the preview, and a print of the label as it is drawn, saved or not. */
export function PreviewBar({ layout, target, article, onArticle }: BarProps) {
  const { printer } = target;
  const test = useTestPrint();
  const print = (printerId: number) =>
    test.print(printerId, { layout, ...(article !== null && { articleId: article.oid }) });
  return (
    <div class={styles["previewBar"]}>
      <SampleArticle article={article} onArticle={onArticle} />
      <div class={styles["print"]}>
        <Select label={t(TEXTS.printer)} items={target.items} value={target.value} onValue={target.choose} />
        <Button
          kind="secondary"
          disabled={printer === null || test.isBusy}
          onClick={() => printer !== null && print(printer.oid)}
        >
          {t(TEXTS.print)}
        </Button>
      </div>
      <div class={styles["outcome"]}>
        <Problem text={test.problem} />
        {test.oid !== null && <Outcome oid={test.oid} />}
      </div>
    </div>
  );
}

const TEXTS = {
  printer: msg("Printer"),
  print: msg("Print now"),
};
