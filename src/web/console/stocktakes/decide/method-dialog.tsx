import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { METHOD_NAMES, METHODS } from "../../../../domain/stocktakes/frame.ts";
import { INVENTORY } from "../../../../records/stocktake.ts";
import { t } from "../../../i18n/translate.ts";
import { optionsOf, Select } from "../../../ui/select.tsx";
import { FormDialog, useForm } from "../../forms/form.tsx";
import { ApprovalNotice } from "./approval-notice.tsx";
import { type SeenDifferences, setMethod } from "./settle.tsx";

/** The items have several methods, and none is chosen yet. */
const MIXED = "mixed";

interface DialogProps {
  /** Counted items. The dialog starts with the method that all of them have. */
  readonly counted: SeenDifferences;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Says how counted items were found. */
export function MethodDialog({ counted, onClose, onDone }: DialogProps) {
  // Below the dialog they change with the events.
  const [shown] = useState(counted);
  const { items } = shown;
  const [first, ...others] = new Set(items.map(({ method }) => method));
  const isMixed = others.length > 0;
  const form = useForm({
    start: { method: isMixed ? MIXED : (first ?? null) },
    labels: { method: INVENTORY.fields.method.label },
    save: ({ method: chosen }) => {
      const method = METHODS.find((one) => one === chosen) ?? null;
      return setMethod(shown, method);
    },
    onSaved: onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Method for {n, plural, one {# item} other {# items}}"), { n: items.length })}
      isReady={form.values.method !== MIXED}
      onClose={onClose}
    >
      <ApprovalNotice isApproved={items.some(({ isApproved }) => isApproved)} />
      <Select
        {...form.optional("method")}
        items={[
          ...(isMixed ? [{ value: MIXED, label: t(msg("Several methods")) }] : []),
          { value: "", label: t(msg("As the stocktake")) },
          ...optionsOf(METHOD_NAMES, METHODS),
        ]}
      />
    </FormDialog>
  );
}
