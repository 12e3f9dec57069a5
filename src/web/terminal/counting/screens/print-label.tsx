import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The print screen of an article. Back leads to the count. */
export const printPath = (articleId: number) => `/article/${articleId}/print`;

/** A link to the print screen of an article. */
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

const TEXTS = { print: msg("Print label") };
