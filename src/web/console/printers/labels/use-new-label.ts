import { msg } from "../../../../domain/message.ts";
import { call, type InputOf } from "../../../api/call.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { showSuccess } from "../../../ui/toast.tsx";
import type { FieldNames } from "../../forms/problem.ts";
import { useNew } from "../../forms/use-new.ts";

type LabelBody = InputOf<"POST /api/printingformats">["body"];

const create = (body: LabelBody) => call("POST /api/printingformats", { body });

/** The form of a new label format, drawn or written. `save` creates it and opens it. */
export function useNewLabel<T extends LabelBody>(atFirst: T, names: FieldNames<T>) {
  const form = useNew<T>(create, atFirst, names);
  const save = async () => {
    const oid = await form.add();
    if (oid === null) return;
    showSuccess(t(msg("Label {name} added."), { name: form.values.name }));
    go(`/printers/labels/${oid}`, { replace: true });
  };
  return { ...form, save };
}
