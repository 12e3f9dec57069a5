import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import type { ButtonKind } from "./button.tsx";
import { FileButton } from "./file-input.tsx";
import { NoPicture, scaled } from "./scaled-picture.ts";

interface PickPhotoProps {
  readonly kind?: ButtonKind;
  /** A class for its place in the layout. */
  readonly class?: string;
  /** Called with the scaled photo. */
  readonly onPhoto: (photo: Blob) => Promise<unknown>;
  /** Called at the end with the error; null: none. */
  readonly onEnd: (problem: string | null) => void;
}

/** Takes a photo with the device's camera app, which also works over plain HTTP. */
export function PickPhoto({ onPhoto, onEnd, ...look }: PickPhotoProps) {
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    try {
      await onPhoto(await scaled(file));
      onEnd(null);
    } catch (error) {
      onEnd(
        t(
          error instanceof NoPicture
            ? msg("This picture cannot be read. Take it again.")
            : msg("The photo was not kept: this device's storage is full or broken."),
        ),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <FileButton
      {...look}
      icon="camera"
      accept="image/*"
      capture="environment"
      aria-busy={isBusy}
      onFile={(file) => void take(file)}
    >
      <span>{t(msg("Photo"))}</span>
    </FileButton>
  );
}
