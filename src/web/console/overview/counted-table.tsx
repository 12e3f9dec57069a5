import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

interface TableProps {
  /** What the first column holds. */
  readonly first: string;
  readonly caption?: string;
  readonly class?: string;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** How much is counted of each, in two columns. */
export function CountedTable({ first, caption, class: look = "data", children }: TableProps) {
  return (
    <table class={look}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" class="number">
            {t(COUNTED)}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const COUNTED = msg("Counted");
