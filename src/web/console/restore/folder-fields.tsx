import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { CopyOnDisk, RestorePlan } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { dayAndTime, t } from "../../i18n/translate.ts";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

interface FolderProps {
  /** What was found on the disks of the server's machine, the newest first. */
  readonly copies: readonly CopyOnDisk[];
}

/** The fields of a copied folder or a downloaded file on the server's machine. */
export function FolderFields({ copies }: FolderProps) {
  const [path, setPath] = useState(copies[0]?.path ?? "");
  const isFound = copies.some((copy) => copy.path === path);
  return (
    <>
      {copies.length > 0 && (
        <Select
          label={t(msg("Found on the server"))}
          value={isFound ? path : ""}
          items={[
            ...copies.map((copy) => ({ value: copy.path, label: labelOf(copy) })),
            { value: "", label: t(msg("Another path")) },
          ]}
          onValue={setPath}
        />
      )}
      <TextField
        name="path"
        label={t(msg("Folder or file on the server"))}
        hint={t(
          msg(
            "For example /media/stick/tallybox-2026-11-20.tar.age, on a stick that is plugged into the server.",
          ),
        )}
        value={path}
        onValue={setPath}
        spellcheck={false}
        autocapitalize="none"
        isRequired
      />
      <PassphraseField />
    </>
  );
}

/** The passphrase of a file that may be encrypted. */
export function PassphraseField() {
  return (
    <PasswordField
      name="passphrase"
      label={t(msg("Passphrase"))}
      hint={t(msg("Only for an encrypted file."))}
    />
  );
}

/** The request of these fields. */
export function readFolder(form: HTMLFormElement) {
  return {
    source: { kind: "folder" as const, path: textIn(form, "path").trim() },
    passphrase: readPassphrase(form),
  };
}

/** A file that is on the server, as the source of another request. */
export const fileSource = (kind: RestorePlan["source"]["kind"], path: string | null) => ({
  kind,
  ...(path !== null && { path }),
});

/** The passphrase of a form; null: none. */
export const readPassphrase = (form: HTMLFormElement) => textIn(form, "passphrase") || null;

const textIn = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? "");

function labelOf({ kind, path, at, bytes }: CopyOnDisk): string {
  const time = dayAndTime(at);
  if (kind === "before") return t(msg("The data before the restore of {time}"), { time });
  return [path, bytes === null ? time : sizeText(bytes)].join(" · ");
}
