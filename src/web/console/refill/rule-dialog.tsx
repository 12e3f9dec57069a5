import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { addRefillRule, updateRefillRule } from "../../api/console/refill.ts";
import { ApiError } from "../../api/errors.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { RefillRule } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { LocationField } from "../articles/location-field.tsx";
import { problemText } from "../forms/problem.ts";

interface RuleProps {
  readonly articleId: number;
  /** Null: a new one. */
  readonly rule: RefillRule | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const WHOLE = /^[1-9]\d{0,9}$/;

/** Adds or changes a rule of minimum stock. */
export function RuleDialog({ articleId, rule, onClose, onDone }: RuleProps) {
  const [locationId, setLocationId] = useState<number | null>(null);
  const [minimum, setMinimum] = useState(rule === null ? "" : String(rule.minimum));
  const [target, setTarget] = useState(rule?.target ? String(rule.target) : "");
  const key = useRef<string | null>(null);
  const { run, isBusy, problem } = useAction((error) => problemText(error, NAMES));
  const isValid = WHOLE.test(minimum.trim()) && (target.trim() === "" || WHOLE.test(target.trim()));
  const save = () =>
    run(async () => {
      const limits = { minimum: Number(minimum), target: target.trim() === "" ? null : Number(target) };
      if (rule !== null) await requestAsUser(updateRefillRule({ id: rule.oid, body: limits }));
      else {
        key.current ??= newId(Date.now());
        const headers = { "Idempotency-Key": key.current };
        try {
          await requestAsUser(addRefillRule({ body: { articleId, locationId, ...limits } }), { headers });
        } catch (error) {
          // The server has judged this one: a corrected one is another.
          if (error instanceof ApiError) key.current = null;
          throw error;
        }
      }
      onDone();
    });
  return (
    <Dialog
      title={t(TEXTS.title)}
      onClose={onClose}
      actions={
        <Button disabled={!isValid || isBusy} onClick={save}>
          {t(TEXTS.save)}
        </Button>
      }
    >
      {rule === null ? (
        <>
          <LocationField label={t(NAMES.locationId)} value={locationId} onValue={setLocationId} />
          <p class="muted">{t(TEXTS.where)}</p>
        </>
      ) : (
        rule.location !== null && <p>{rule.location.name}</p>
      )}
      <TextField
        label={t(NAMES.minimum)}
        isRequired
        inputMode="numeric"
        value={minimum}
        onValue={setMinimum}
      />
      <TextField
        label={t(NAMES.target)}
        hint={t(TEXTS.targetHint)}
        inputMode="numeric"
        value={target}
        onValue={setTarget}
      />
      <Problem text={problem} />
    </Dialog>
  );
}

const NAMES = {
  locationId: msg("Location"),
  minimum: msg("Minimum"),
  target: msg("Refill up to"),
};

const TEXTS = {
  title: msg("Minimum stock"),
  where: msg("The pieces there and at all locations below it count. Without a location: all pieces."),
  targetHint: msg("Leave empty for the minimum."),
  save: msg("Save"),
};
