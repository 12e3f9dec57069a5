import { msg } from "../../../../domain/message.ts";
import { call, type InputOf } from "../../../api/call.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { showSuccess } from "../../../ui/toast.tsx";
import { type Form, useForm } from "../../forms/form.tsx";
import type { FieldNames } from "../../forms/problem.ts";

type LabelBody = InputOf<"POST /api/printingformats">["body"];

/** The form of a new label format, drawn or written. Once it is created, it is opened. */
export const useNewLabel = <T extends LabelBody>(keptAs: string, start: T, labels: FieldNames<T>): Form<T> =>
  useForm({
    start,
    labels,
    keptAs,
    save: (body, { create }) => create(call("POST /api/printingformats", { body })),
    onSaved: ({ oid }, { name }) => {
      showSuccess(t(msg("Label {name} added."), { name }));
      go(`/printers/labels/${oid}`, { replace: true });
    },
  });
