import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { changeQuery } from "../../../router/address.ts";
import { TextField } from "../../../ui/field.tsx";
import type { Typed } from "./typed.ts";

/** A text that filters the table during typing. Enter opens the article if exactly one matches. */
export function TextFilter({ typed: { text, type } }: { readonly typed: Typed }) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const q = text.trim();
    if (q !== "") changeQuery({ q, straight: 1, cursor: null, page: null }, { replace: true });
  };
  return (
    <form class="text-filter" onSubmit={onSubmit}>
      <TextField
        type="search"
        label={t(TEXTS.text)}
        isLabelHidden
        placeholder={t(TEXTS.text)}
        value={text}
        onValue={type}
      />
    </form>
  );
}

const TEXTS = {
  text: msg("Name, code, serial number or RFID tag"),
};
