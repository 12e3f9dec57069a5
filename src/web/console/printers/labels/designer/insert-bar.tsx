import { MAX_LAYOUT_ELEMENTS } from "../../../../../domain/label-layout.ts";
import { type Message, msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { FileButton } from "../../../../ui/file-input.tsx";
import { NoPicture } from "../../../../ui/scaled-picture.ts";
import { showError } from "../../../../ui/toast.tsx";
import { Toolbar } from "../../../../ui/toolbar.tsx";
import styles from "./bars.module.css";
import { add } from "./commands.ts";
import { PALETTE_ICONS } from "./icons.ts";
import { freeId, newElement, newPicture, PALETTE, type PaletteItem } from "./new-element.ts";
import { storedPicture } from "./pictures.ts";
import type { Designer } from "./use-designer.ts";

/** The palette: adds an element in the middle of the label, and selects it. */
export function InsertBar({ designer }: { readonly designer: Designer }) {
  const { layout, applyEdited } = designer;
  const isFull = layout.elements.length >= MAX_LAYOUT_ELEMENTS;
  const insert = (item: Exclude<PaletteItem, "picture">) =>
    applyEdited((now) => add(now, newElement(item, freeId(now), contentOf(item), now)));
  const insertPicture = async (file: File) => {
    try {
      const picture = await storedPicture(file);
      // The label may have changed while the picture was read.
      applyEdited((now) => add(now, newPicture(freeId(now), picture, now)));
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      showError(t(msg("This picture can't be read. Choose a PNG or JPEG file.")));
    }
  };
  return (
    <fieldset class={styles["insert"]}>
      <legend class="sr-only">{t(msg("Add an element"))}</legend>
      <Toolbar>
        {PALETTE.map((item) =>
          item === "picture" && !isFull ? (
            <FileButton
              key={item}
              kind="secondary"
              icon={PALETTE_ICONS[item]}
              accept="image/*"
              onFile={insertPicture}
            >
              {t(ITEMS[item])}
            </FileButton>
          ) : (
            <Button
              key={item}
              kind="secondary"
              icon={PALETTE_ICONS[item]}
              disabled={isFull}
              onClick={() => item !== "picture" && insert(item)}
            >
              {t(ITEMS[item])}
            </Button>
          ),
        )}
      </Toolbar>
      {isFull && (
        <p class="muted">{t(msg("A label has at most {max} elements."), { max: MAX_LAYOUT_ELEMENTS })}</p>
      )}
    </fieldset>
  );
}

/** The content of a new element, which the user changes in the panel. */
const contentOf = (item: PaletteItem) =>
  item === "field" ? "{{name}}" : item === "code" ? "{{code}}" : t(msg("Text"));

const ITEMS: Readonly<Record<PaletteItem, Message>> = {
  text: msg("Text"),
  field: msg("Field"),
  code: msg("Bar code"),
  line: msg("Line"),
  box: msg("Box"),
  picture: msg("Picture"),
};
