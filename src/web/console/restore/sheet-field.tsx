import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { newDetector } from "../../scanner/detector.ts";
import { Field } from "../../ui/field.tsx";
import { FileButton } from "../../ui/file-input.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import "./restore.css";

interface SheetProps {
  readonly value: string;
  readonly onValue: (text: string) => void;
}

/**
 * The text of a recovery sheet: from a hand scanner or typed, from a picture of its QR code, or from its file. A
 * picture works over plain HTTP too, where a page has no camera.
 */
export function SheetField({ value, onValue }: SheetProps) {
  const { run, isBusy, problem } = useAction((error) =>
    error instanceof NoCode
      ? t(
          msg(
            "The picture has no QR code of a recovery sheet. Photograph it from straight above, so that it fills the picture.",
          ),
        )
      : t(msg("This file can't be read. Choose another one.")),
  );
  const readPicture = (file: File) => run(async () => onValue(await codeIn(file)));
  const readText = (file: File) => run(async () => onValue((await file.text()).trim()));
  return (
    <>
      <Toolbar class="restore-sheet">
        <FileButton
          kind="secondary"
          icon="camera"
          accept="image/*"
          capture="environment"
          onFile={readPicture}
        >
          {t(msg("Photograph the QR code"))}
        </FileButton>
        <FileButton kind="secondary" accept=".txt,text/plain" onFile={readText}>
          {t(msg("Choose the file"))}
        </FileButton>
      </Toolbar>
      {isBusy && <p role="status">{t(msg("Reading…"))}</p>}
      <Problem text={problem} />
      <Field
        label={t(msg("Text of the recovery sheet"))}
        hint={t(
          msg("Scan the QR code into this field with a hand scanner, or type the text below the code."),
        )}
        isRequired
      >
        {(controlProps) => (
          <textarea
            {...controlProps}
            rows={5}
            spellcheck={false}
            autocapitalize="none"
            value={value}
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}

class NoCode extends Error {}

/** The text of the recovery sheet's QR code in a picture. Throws NoCode. */
async function codeIn(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const detector = await newDetector();
  const found = (await detector.detect(picture)).find(({ rawValue }) =>
    rawValue.startsWith("tallybox-recovery:"),
  );
  if (found === undefined) throw new NoCode();
  return found.rawValue;
}
