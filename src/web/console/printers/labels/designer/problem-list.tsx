import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import styles from "./designer.module.css";
import { nameOf, PROBLEMS } from "./element-names.ts";
import type { ExactPreview } from "./use-exact-preview.ts";

interface ListProps {
  readonly layout: LabelLayout;
  readonly preview: ExactPreview;
  readonly onSelect: (id: string) => void;
}

/** What is not printed as it is drawn, in words, and why there is no exact picture. */
export function ProblemList({ layout, preview: { problems, notice }, onSelect }: ListProps) {
  const found = problems.flatMap(({ elementId, problem }) => {
    const element = layout.elements.find(({ id }) => id === elementId);
    return element === undefined ? [] : [{ element, problem }];
  });
  return (
    <div role="status">
      {notice !== null && <Banner tone="warning">{notice}</Banner>}
      {found.length > 0 && (
        <Banner tone="warning" class={styles["problems"] ?? ""}>
          <p>{t(TEXTS.title, { n: found.length })}</p>
          <ul>
            {found.map(({ element, problem }) => (
              <li key={`${element.id} ${problem}`}>
                <Button kind="plain" onClick={() => onSelect(element.id)}>
                  {nameOf(element)}
                </Button>{" "}
                {t(PROBLEMS[problem])}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}

const TEXTS = {
  title: msg("{n, plural, one {# element is} other {# elements are}} not printed as drawn"),
};
