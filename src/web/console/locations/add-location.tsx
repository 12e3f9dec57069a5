import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import type { Location } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { problemText } from "../forms/problem.ts";
import { useCreation } from "../forms/use-creation.ts";
import { byPath } from "../forms/use-edit.ts";
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
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const create = useCreation();

  async function add(isLast: boolean): Promise<void> {
    setBusy(true);
    setProblem(null);
    setErrors({});
    try {
      const body = { name, code: code.trim() === "" ? null : code, parentLocationId: parent?.oid ?? null };
      const { oid } = await create(call("POST /api/locations", { body }));
      refetch();
      if (parent !== null) expand([parent.oid]);
      showSuccess(t(msg("“{name}” added."), { name }));
      setName("");
      setCode("");
      if (!isLast) return;
      onClose();
      go(`/locations/${oid}`);
    } catch (error) {
      setProblem(problemText(error, NAMES));
      if (error instanceof ApiError) setErrors(byPath(error.errors));
    } finally {
      setBusy(false);
    }
  }
  const onSubmit = (event: Event) => {
    event.preventDefault();
    return add(true);
  };

  const isReady = name.trim() !== "" && !isBusy;
  return (
    <FormDialog
      title={
        parent === null
          ? t(msg("Add location at the top level"))
          : t(msg("Add location under “{name}”"), { name: parent.name })
      }
      isChanged={name !== "" || code !== ""}
      onClose={onClose}
      leave={t(msg("Close"))}
      actions={
        <>
          <Button kind="secondary" disabled={!isReady} onClick={() => add(false)}>
            {t(msg("Add another"))}
          </Button>
          <Button type="submit" form="add-location" disabled={!isReady}>
            {t(msg("Add"))}
          </Button>
        </>
      }
    >
      <form id="add-location" onSubmit={onSubmit}>
        <TextField
          label={t(NAMES.name)}
          isRequired
          problem={errors["name"]}
          value={name}
          onValue={setName}
          maxLength={MAX_TEXT_LENGTH}
        />
        <TextField
          label={t(NAMES.code)}
          problem={errors["code"]}
          value={code}
          onValue={setCode}
          maxLength={MAX_TEXT_LENGTH}
        />
      </form>
      <Problem text={problem} />
    </FormDialog>
  );
}

const NAMES = { name: msg("Name"), code: msg("Code on its label") };
