import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";

/** The way from one article to all. */
export function BackLink() {
  return <a href="#/articles">{t(ARTICLES)}</a>;
}

const ARTICLES = msg("Articles");
