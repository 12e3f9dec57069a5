import { useRef, useState } from "preact/hooks";
import { type ApiRequest, type Unguarded, withKey } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { path as place } from "../../router/router.ts";
import { expiredEdit, forgetExpiredEdit, useExpiredEdit } from "./expired-login.ts";
import { isSame } from "./is-same.ts";
import { type FieldNames, problemText } from "./problem.ts";
import { useUnsavedChangesGuard } from "./unsaved-changes.ts";
import { byPath, withoutErrors } from "./use-edit.ts";

/** The form of a new record. */
interface New<T, More extends object = object> {
  readonly values: T;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** The server's error of each field, by its path. */
  readonly errors: Readonly<Record<string, string>>;
  set(changed: Partial<T>): void;
  /** Sets default values. Leaving the form then needs no question. */
  offer(changed: Partial<T>): void;
  /** Creates the record and returns its oid; null: see `problem`. `more`: secrets, which are not in state. */
  add(more?: Partial<More>): Promise<number | null>;
}

/** The values of the form, with the idempotency key of a request that may have been sent. */
interface Begun<T> {
  readonly values: T;
  readonly key: string | null;
}

/**
 * Creates a record. A repeated request has the same idempotency key, so it creates nothing twice. Asks before entered
 * values are left.
 */
export function useNew<T extends object, More extends object = object>(
  create: (values: T, more: Partial<More>) => Unguarded<ApiRequest<{ readonly oid: number }, "POST">, "key">,
  atFirst: T,
  names: FieldNames<T & More>,
): New<T, More> {
  const form = `POST ${place.value}`;
  const [taken] = useState(() => expiredEdit<Begun<T>>(form));
  const [values, setValues] = useState(taken?.values ?? atFirst);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBegun, setBegun] = useState(taken !== null);
  useUnsavedChangesGuard(isBegun);
  const key = useRef(taken?.key ?? null);
  const begun: Begun<T> = { values, key: key.current };
  // Secrets are not in state, so they are never kept.
  useExpiredEdit(form, isBegun && !isSame(values, atFirst) ? begun : null);

  async function add(more: Partial<More> = {}): Promise<number | null> {
    setBusy(true);
    setProblem(null);
    setErrors({});
    key.current ??= newId(Date.now());
    try {
      const { oid } = await requestAsUser(withKey(create(values, more), key.current));
      setBegun(false);
      // The login may have ended before the response arrived.
      forgetExpiredEdit(form);
      return oid;
    } catch (error) {
      setProblem(problemText(error, names) || null);
      if (error instanceof ApiError) setErrors(byPath(error.errors));
      return null;
    } finally {
      setBusy(false);
    }
  }

  const offer = (changed: Partial<T>) => {
    // Other values are another request.
    key.current = null;
    setValues((now) => ({ ...now, ...changed }));
  };
  const set = (changed: Partial<T>) => {
    setBegun(true);
    const rest = withoutErrors(errors, Object.keys(changed));
    if (rest !== errors) {
      setErrors(rest);
      // It repeats the errors of the fields.
      setProblem(null);
    }
    offer(changed);
  };
  return { values, isBusy, problem, errors, set, offer, add };
}
