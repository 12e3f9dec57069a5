import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

/** A number of pieces as text. */
export const pieces = (n: number) => t(PIECES, { n });

const PIECES = msg("{n, plural, one {# piece} other {# pieces}}");
