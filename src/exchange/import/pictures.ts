import { Invalid, UnsupportedType } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { openUpload } from "../../photos/picture.ts";
import { MAX_FILE_BYTES } from "../../platform/limits.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { cellText } from "./cells.ts";
import { indexesOf, type NotTaken, type ProductHeader } from "./product-rows.ts";
import { ADDRESS_ONLY } from "./products/product-file.ts";
import type { RowPicture } from "./table-fields.ts";

// Pictures in the cells of another product's file: base64, or a data: URI. They are decoded one at a time.

const DATA_URI = /^data:image\/[\w.+-]+;base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const ADDRESS = /^(?:https?:\/\/|\/\S+\.\w{2,5}$)/i;
/** Characters shown of a cell that holds no picture. */
const MAX_SHOWN = 40;

/** The reason of a picture that the rules of photos refuse. Throws other errors. */
export function refusalOf(error: unknown): Message {
  if (error instanceof UnsupportedType) return error.text;
  if (error instanceof Invalid) return error.reason;
  throw error;
}

/** Finds the picture of each row. */
export class PictureReader {
  readonly #headers: readonly string[];
  readonly #notTaken: NotTaken;
  /** The preferred column first. */
  readonly #indexes: readonly number[];

  constructor({ file, header }: ProductHeader, notTaken: NotTaken) {
    this.#headers = header.headers;
    this.#notTaken = notTaken;
    this.#indexes = indexesOf(header.headers, file.pictures ?? []);
  }

  /** The first picture of a row that can be taken; null: there is none. Notes each cell before it that can't. */
  async read({ number, cells }: ReadRow): Promise<RowPicture | null> {
    for (const index of this.#indexes) {
      const text = cellText(cells[index]);
      if (text === "" || text === "FALSE") continue;
      const column = this.#headers[index] ?? "";
      const base64 = text.replace(DATA_URI, "").replace(/\s+/g, "");
      const refused = await refusal(text, base64);
      if (refused === null) return { column, base64 };
      // A copy: a part of a text keeps all of it in memory.
      const shown = Buffer.from(text.slice(0, MAX_SHOWN)).toString();
      this.#notTaken.addValue(number, column, shown, refused);
    }
    return null;
  }
}

async function refusal(text: string, base64: string): Promise<Message | null> {
  if (ADDRESS.test(text)) return ADDRESS_ONLY;
  if ((base64.length * 3) / 4 > MAX_FILE_BYTES + 2) return msg("The picture is larger than 20 MiB.");
  if (base64.length % 4 === 1 || !BASE64.test(base64)) return msg("The cell holds no picture.");
  try {
    await openUpload(Buffer.from(base64, "base64"));
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}
