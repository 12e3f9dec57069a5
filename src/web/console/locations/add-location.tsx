import { useRef } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Location } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { FormDialog, useForm } from "../forms/form.tsx";
import { expand } from "./expanded.ts";

interface AddProps {
  /** The parent; null: the top level. */
  readonly parent: Location | null;
  readonly onClose: () => void;
  /** Loads the tree again. */
  readonly refetch: () => void;
}

/** Adds locations, one after the other. */
export function AddLocation({ parent, onClose, refetch }: AddProps) {
  /** Another location is added after this one. */
  const isMore = useRef(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const typed = useRef(EMPTY);
  const form = useForm({
    start: EMPTY,
    labels: { name: msg("Name"), code: msg("Code on its label") },
    save: ({ name, code }, { create }) => {
      const body = { name, code: code.trim() === "" ? null : code, parentLocationId: parent?.oid ?? null };
      return create(call("POST /api/locations", { body }));
    },
    onSaved: ({ oid }, { name, code }) => {
      refetch();
      if (parent !== null) expand([parent.oid]);
      showSuccess(t(msg("“{name}” added."), { name }));
      const now = typed.current;
      form.offer(EMPTY);
      if (isMore.current) {
        // What was typed meanwhile is the next location's.
        form.set({ name: now.name === name ? "" : now.name, code: now.code === code ? "" : now.code });
        return;
      }
      onClose();
      go(`/locations/${oid}`);
    },
  });
  typed.current = form.values;
  const { name } = form.values;
  return (
    <FormDialog
      form={form}
      title={
        parent === null
          ? t(msg("Add location at the top level"))
          : t(msg("Add location under “{name}”"), { name: parent.name })
      }
      action={t(msg("Add"))}
      isReady={name.trim() !== ""}
      onClose={onClose}
      leave={t(msg("Close"))}
      more={
        <Button
          disabled={name.trim() === "" || form.isBusy}
          onClick={async () => {
            isMore.current = true;
            // The next name can be typed at once.
            nameInput.current?.focus();
            nameInput.current?.select();
            await form.submit();
            isMore.current = false;
          }}
        >
          {t(msg("Add another"))}
        </Button>
      }
    >
      <TextField {...form.field("name")} inputRef={nameInput} isRequired />
      <TextField {...form.field("code")} />
    </FormDialog>
  );
}

const EMPTY = { name: "", code: "" };
