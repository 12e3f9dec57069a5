import { msg } from "../../domain/message.ts";
import { plural } from "../i18n/translate.ts";

/** So many pieces, in words. */
export const pieces = (n: number) => plural(n, PIECES);

const PIECES = msg("{n} piece|{n} pieces", "{n} kus|{n} kusy|{n} kusů");
