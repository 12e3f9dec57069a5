import { MAX_LAYOUT_ELEMENTS, MAX_PICTURE_BYTES } from "../../../../../domain/label-layout.ts";
import { type Message, msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { FileButton } from "../../../../ui/file-input.tsx";
import { NoPicture } from "../../../../ui/scaled-picture.ts";
import { showError } from "../../../../ui/toast.tsx";
import { Toolbar } from "../../../../ui/toolbar.tsx";
import { add } from "./commands.ts";
import styles from "./designer.module.css";
import { PALETTE_ICONS } from "./icons.ts";
import { freeId, newElement, newPicture, PALETTE, type PaletteItem } from "./new-element.ts";
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
            <FileButton key={item} icon={PALETTE_ICONS[item]} accept="image/*" onFile={insertPicture}>
              {t(ITEMS[item])}
            </FileButton>
          ) : (
            <Button
              key={item}
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

/** The longest side of a picture in pixels: 50 mm at 300 dpi. */
const MAX_SIDE_PX = 600;
/** Each try is smaller by this factor, until the file is small enough. */
const SHRINK = 0.75;
const MIN_SIDE_PX = 32;

/** A picture as a layout stores it. */
interface StoredPicture {
  /** A PNG as base64. */
  readonly picture: string;
  readonly width: number;
  readonly height: number;
}

/** Makes a picture file of any format that the browser reads a small PNG on white. Throws NoPicture. */
async function storedPicture(file: Blob): Promise<StoredPicture> {
  const image = await createImageBitmap(file).catch(() => {
    throw new NoPicture();
  });
  let scale = Math.min(1, MAX_SIDE_PX / Math.max(image.width, image.height));
  for (;;) {
    const width = Math.max(1, Math.round(image.width * scale));
    const height = Math.max(1, Math.round(image.height * scale));
    const picture = drawnOnWhite(image, width, height);
    if (picture.length * 0.75 <= MAX_PICTURE_BYTES) return { picture, width, height };
    if (Math.max(width, height) < MIN_SIDE_PX) throw new NoPicture();
    scale *= SHRINK;
  }
}

function drawnOnWhite(image: ImageBitmap, width: number, height: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new NoPicture();
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
