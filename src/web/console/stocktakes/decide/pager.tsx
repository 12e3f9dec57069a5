import { say } from "../../../../words.ts";
import { t } from "../../../app/words.ts";
import { changeQuery } from "../../frame/address.ts";

/** Which page of the rows is shown, and the way to its neighbours; nothing where there is one. */
export function Pager({ page, pages }: { readonly page: number; readonly pages: number }) {
  if (pages < 2) return null;
  const go = (to: number) => to >= 1 && to <= pages && changeQuery({ page: to === 1 ? null : to });
  return (
    <nav class="row" aria-label={t(TEXTS.pages)}>
      <button type="button" class="second" aria-disabled={page === 1} onClick={() => go(page - 1)}>
        {t(TEXTS.before)}
      </button>
      <span>{t(TEXTS.at, { page, pages })}</span>
      <button type="button" class="second" aria-disabled={page === pages} onClick={() => go(page + 1)}>
        {t(TEXTS.next)}
      </button>
    </nav>
  );
}

const TEXTS = {
  pages: say("Pages", "Stránky"),
  before: say("Back", "Předchozí"),
  next: say("Next", "Další"),
  at: say("page {page} of {pages}", "stránka {page} z {pages}"),
};
