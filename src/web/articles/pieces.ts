import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

/** So many pieces, in words. */
export const pieces = (n: number) => t(PIECES, { n });

const PIECES = msg("{n, plural, one {# piece} other {# pieces}}");
