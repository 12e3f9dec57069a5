import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Icon } from "./icon.tsx";
import { NoPicture, scaled } from "./scaled-picture.ts";

interface PickPhotoProps {
  readonly class?: string;
  /** Takes the photo as it is to be sent. */
  readonly onPhoto: (photo: Blob) => Promise<unknown>;
  /** Says how it went: null, or why it did not. */
  readonly onEnd: (problem: string | null) => void;
}

/** Takes a photo with the device's own camera app, which plain HTTP permits too. */
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
      // The same picture may be taken again.
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
