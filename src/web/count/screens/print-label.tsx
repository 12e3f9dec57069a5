import { msg } from "../../../domain/message.ts";
import { Icon } from "../../app/icon.tsx";
import { t } from "../../app/words.ts";

/** The print screen of an article; Back leads to the count again. */
export const printPath = (articleId: number) => `/article/${articleId}/print`;

/** Leads to the print screen of an article. */
export function PrintLabel({ articleId }: { readonly articleId: number }) {
  return (
    <div class="stack">
      <a class="button second" href={`#${printPath(articleId)}`}>
        <Icon name="print" />
        {t(TEXTS.print)}
      </a>
    </div>
  );
}

const TEXTS = { print: msg("Print label", "Vytisknout štítek") };
