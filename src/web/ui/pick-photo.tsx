import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Icon } from "./icon.tsx";
import { NoPicture, scaled } from "./scaled-picture.ts";

interface PickPhotoProps {
  readonly class?: string;
  /** Called with the scaled photo. */
  readonly onPhoto: (photo: Blob) => Promise<unknown>;
  /** Called at the end with the error; null: none. */
  readonly onEnd: (problem: string | null) => void;
}

/** Takes a photo with the device's camera app, which also works over plain HTTP. */
export function PickPhoto({ class: looks = "button second", onPhoto, onEnd }: PickPhotoProps) {
  const [isBusy, setBusy] = useState(false);
  const take = async (input: HTMLInputElement) => {
    const [file] = Array.from(input.files ?? []);
    if (file === undefined) return;
    setBusy(true);
    try {
      await onPhoto(await scaled(file));
      onEnd(null);
    } catch (error) {
      onEnd(t(error instanceof NoPicture ? TEXTS.unreadable : TEXTS.unkept));
    } finally {
      setBusy(false);
      // Allows taking the same picture again.
      input.value = "";
    }
  };
  return (
    <label class={`pick-file ${looks}`} aria-busy={isBusy}>
      <Icon name="camera" />
      <span>{t(TEXTS.photo)}</span>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        onChange={(event) => {
          void take(event.currentTarget);
        }}
      />
    </label>
  );
}

const TEXTS = {
  photo: msg("Photo"),
  unreadable: msg("This picture cannot be read. Take it again."),
  unkept: msg("The photo was not kept: this device's storage is full or broken."),
};
