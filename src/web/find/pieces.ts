import { say } from "../../domain/message.ts";
import { plural } from "../app/words.ts";

/** So many pieces, in words. */
export const pieces = (n: number) => plural(n, PIECES);

const PIECES = say("{n} piece|{n} pieces", "{n} kus|{n} kusy|{n} kusů");
