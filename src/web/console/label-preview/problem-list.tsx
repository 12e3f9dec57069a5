import type { LabelLayout } from "../../../domain/label-layout.ts";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { nameOf, problemText } from "./element-names.ts";
import styles from "./problem-list.module.css";
import type { ElementProblem } from "./request-bitmap.ts";

interface ListProps {
  readonly layout: LabelLayout;
  readonly problems: readonly ElementProblem[];
  /** Why there is no exact picture. */
  readonly notice?: string | null;
  /** Selects an element by its id. */
  readonly onSelect?: (id: string) => void;
}

/** What is not printed as it is drawn, in words. */
export function ProblemList({ layout, problems, notice = null, onSelect }: ListProps) {
  const found = problems.flatMap(({ elementId, problem }) => {
    const element = layout.elements.find(({ id }) => id === elementId);
    return element === undefined ? [] : [{ element, problem }];
  });
  return (
    <div role="status">
      {notice !== null && <Banner tone="warning">{notice}</Banner>}
      {found.length > 0 && (
        <Banner tone="warning" class={styles["problems"] ?? ""}>
          <p>
            {t(msg("{n, plural, one {# element is} other {# elements are}} not printed as drawn"), {
              n: found.length,
            })}
          </p>
          <ul>
            {found.map(({ element, problem }) => (
              <li key={`${element.id} ${problem}`}>
                {onSelect === undefined ? (
                  <b>{nameOf(element)}</b>
                ) : (
                  <Button kind="plain" onClick={() => onSelect(element.id)}>
                    {nameOf(element)}
                  </Button>
                )}{" "}
                {problemText(problem, element)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
