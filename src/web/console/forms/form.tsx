import type { ComponentChildren, ComponentProps, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { type ApiRequest, type Query, type Unguarded, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { t } from "../../i18n/translate.ts";
import { startAction } from "../../router/router.ts";
import { Button, type ButtonKind } from "../../ui/button.tsx";
import { choose } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { showError } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { expiredEdit, forgetExpiredEdit, useExpiredEdit } from "./expired-login.ts";
import { type Create, newCreation, requestTagged, type Tagged } from "./guarded-requests.ts";
import { isSame } from "./is-same.ts";
import { failureText } from "./mutation.tsx";
import { type FieldNames, NotDone, problemText } from "./problem.ts";
import { withRecentPassword } from "./recent-password.tsx";
import { askToDiscard, useUnsavedChangesGuard } from "./unsaved-changes.ts";

/** The server's error of each field, by its path. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a field of a form shows and sets, with its label and its error. */
export interface FieldOf<Value> {
  readonly label: string;
  readonly value: Value;
  readonly problem: string | undefined;
  readonly onValue: (value: Value) => void;
}

/** The names of the values that are a text or null. */
type TextName<T> = { [K in keyof T]-?: T[K] extends string | null ? K : never }[keyof T];

/** The names of the values that are a number or null. */
type NumberName<T> = { [K in keyof T]-?: T[K] extends number | null ? K : never }[keyof T];

/** The values of a form, with the field of each. */
export interface FormFields<T> {
  readonly values: T;
  readonly errors: FieldErrors;
  set(changed: Partial<T>): void;
  field<K extends keyof T>(name: K): FieldOf<T[K]>;
  /** The field of a text that may be absent: null is shown and set as an empty text. */
  optional<K extends TextName<T>>(name: K): FieldOf<string>;
  /** The field of a number: null is an empty text. */
  number<K extends NumberName<T>>(name: K): FieldOf<string>;
}

/** A form with values that are sent as a whole. */
export interface Form<T> extends FormFields<T> {
  /** The error of the form as a whole; null: none. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** Something is entered that is not saved. */
  readonly isChanged: boolean;
  /** How often saving has failed. */
  readonly refusals: number;
  /** Sets default values. Leaving the form then needs no question. */
  offer(changed: Partial<T>): void;
  /** Whether a secret is typed, which is not in state. Leaving the form then needs a question. */
  setSecretTyped(isTyped: boolean): void;
  /** Sends the form, unless it is being sent. `element`: has the fields of secrets, which are not in state. */
  submit(element?: HTMLFormElement): Promise<void>;
}

/** The version of a record that a form shows, and how it is read again. */
export interface ShownVersion<Given> extends Tagged<Given> {
  readonly read: Query<Given>;
}

/** The version of a record that a form changes. */
interface Shown<T, Given> extends ShownVersion<Given> {
  readonly valuesOf: (record: Given) => T;
  /** What is sent of the values, where it differs from them: spaces and unused fields are no difference. */
  readonly bodyOf?: (values: T) => unknown;
  /** The values as texts, to name what another user has changed. Default: those with a label. */
  readonly describe?: (values: T) => ShownFields;
}

/** The fields of a form as texts: label and value. */
export type ShownFields = readonly (readonly [label: string, value: string])[];

/** How a form sends its values. */
export interface Sending {
  readonly create: Create;
  /**
   * Sends a change with the tag of the shown version. Where another user has saved in the meantime, it names the differences and asks
   * which version to keep. Null: an earlier request, whose response was lost, has saved the same. `needsResponse`: then it sends again.
   */
  update<R>(write: Unguarded<ApiRequest<R>, "tag">, options: { readonly needsResponse: true }): Promise<R>;
  update<R>(write: Unguarded<ApiRequest<R>, "tag">): Promise<R | null>;
  /** What was typed into a field that is not in state, such as a secret; empty: nothing. */
  typed(name: string): string;
}

interface FormOptions<T, R, Given> {
  /** The values at first. */
  readonly start: T;
  /** The labels of the fields. */
  readonly labels: FieldNames<T>;
  /** Null or absent: a new record. */
  readonly shown?: Shown<T, Given> | null;
  readonly save: (values: T, send: Sending) => Promise<R>;
  /** After the values were saved. Leaving the form needs no question any more. It navigates only if its screen is still shown. */
  readonly onSaved: (saved: R, values: T) => void;
  readonly onFailed?: (error: unknown) => void;
  /** The text of an error. */
  readonly describeError?: (error: ApiError) => string;
  /** A unique name: when the login ends, the same user gets the values again. Absent: they are not kept. */
  readonly keptAs?: string;
}

/** What is kept of a form at the end of the login. */
interface Kept<T> {
  readonly values: T;
  readonly tag: string | null;
  readonly unanswered: Map<string, string>;
}

const NO_ERRORS: FieldErrors = {};

/**
 * A form: its values, the error at each field, saving once at a time. A creation that is repeated after a lost response happens once; a
 * change overwrites no version that the user has not seen. Asks before entered values are left.
 */
export function useForm<T extends object, R = unknown, Given = T>(
  options: FormOptions<T, R, Given>,
): Form<T> {
  const { labels, shown = null, save, onSaved, keptAs } = options;
  const form = keptAs ?? "";
  const [kept] = useState(() => (keptAs === undefined ? null : expiredEdit<Kept<T>>(keptAs)));
  const [values, setValues] = useState(kept?.values ?? options.start);
  const [base, setBase] = useState(options.start);
  /** A secret is entered, which is not in state. */
  const [isTyped, setTyped] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [refusals, setRefusals] = useState(0);
  const [unanswered] = useState(() => kept?.unanswered ?? new Map<string, string>());
  const tag = useRef(kept === null ? (shown?.tag ?? null) : kept.tag);
  const isSending = useRef(false);
  const isChanged = isTyped || !isSame(values, base);
  useUnsavedChangesGuard(isChanged);
  const toKeep: Kept<T> = { values, tag: tag.current, unanswered };
  useExpiredEdit(form, keptAs !== undefined && !isSame(values, base) ? toKeep : null);

  async function update<Response>(
    write: Unguarded<ApiRequest<Response>, "tag">,
    { needsResponse = false } = {},
  ): Promise<Response | null> {
    for (;;) {
      try {
        const saved = await requestTagged(withTag(write, tag.current));
        tag.current = saved.tag;
        return saved.body;
      } catch (error) {
        if (shown === null || !(error instanceof ApiError && error.status === 412)) throw error;
        const now = await requestTagged(shown.read);
        if (!(await isToSend(shown, values, shown.valuesOf(now.body), labels)) && !needsResponse) return null;
        tag.current = now.tag;
      }
    }
  }

  async function submit(element?: HTMLFormElement): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setProblem(null);
    setErrors(NO_ERRORS);
    const typed = new FormData(element);
    const follow = startAction();
    try {
      const saved = await withRecentPassword(() =>
        save(values, {
          create: newCreation(unanswered),
          // With `needsResponse` it returns a response.
          update: update as Sending["update"],
          typed: (name) => String(typed.get(name) ?? ""),
        }),
      );
      setBase(values);
      setTyped(false);
      // The login may have ended before the response arrived.
      forgetExpiredEdit(form);
      // The guard sees first that nothing is unsaved.
      await null;
      follow(() => onSaved(saved, values));
    } catch (error) {
      if (error instanceof NotDone) return setProblem(error.message || null);
      options.onFailed?.(error);
      if (error instanceof ApiError) setErrors(byPath(error.errors));
      setProblem(failureText(error, describe) || null);
      setRefusals((before) => before + 1);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  const describe = (error: unknown) =>
    error instanceof ApiError && options.describeError !== undefined
      ? options.describeError(error)
      : problemText(error, labels);

  const set = (changed: Partial<T>) => {
    const names = Object.keys(changed);
    const rest = withoutErrors(errors, names);
    if (rest !== errors) {
      setErrors(rest);
      // It repeats the errors of the fields.
      setProblem(null);
    }
    setValues((now) => ({ ...now, ...changed }));
  };
  const offer = (changed: Partial<T>) => {
    setBase((now) => ({ ...now, ...changed }));
    setValues((now) => ({ ...now, ...changed }));
  };
  return {
    ...fieldsOf({ values, errors, labels, set }),
    problem,
    isBusy,
    isChanged,
    refusals,
    offer,
    setSecretTyped: setTyped,
    submit,
  };
}

/**
 * Whether the values must be sent again, over those that another user has saved: the user wants that. False: the same values are saved
 * already, by an earlier request whose response was lost. Throws NotDone.
 */
async function isToSend<T extends object, Given>(
  { bodyOf = (values) => values, describe }: Shown<T, Given>,
  typed: T,
  saved: T,
  labels: FieldNames<T>,
): Promise<boolean> {
  if (isSame(bodyOf(saved), bodyOf(typed))) return false;
  const textsOf = describe ?? ((values: T) => labelled(values, labels));
  const yours = textsOf(typed);
  const differences = textsOf(saved).flatMap(([field, value], index) => {
    const mine = yours[index]?.[1] ?? "";
    return mine === value ? [] : [{ field, yours: mine || "–", saved: value || "–" }];
  });
  const chosen = await chooseVersion({ text: t(OVERWRITES), differences, cancel: t(msg("Keep editing")) });
  if (chosen === null) throw new NotDone();
  return true;
}

const labelled = <T extends object>(values: T, labels: FieldNames<T>): ShownFields =>
  (Object.entries(labels) as [keyof T, Message][]).map(([name, label]) => [
    t(label),
    String(values[name] ?? ""),
  ]);

interface FieldSource<T> extends Pick<FormFields<T>, "values" | "errors" | "set"> {
  readonly labels: FieldNames<T>;
}

/** The fields of a form or of an edit. */
export function fieldsOf<T>({ values, errors, labels, set }: FieldSource<T>): FormFields<T> {
  const about = (name: keyof T) => {
    const label: Message | undefined = labels[name];
    return { label: label === undefined ? "" : t(label), problem: errors[String(name)] };
  };
  const setOne = <K extends keyof T>(name: K, value: T[K]) => {
    const changed: Partial<T> = {};
    changed[name] = value;
    set(changed);
  };
  const asText = (name: keyof T, parse: (text: string) => unknown) => ({
    ...about(name),
    value: String(values[name] ?? ""),
    onValue: (text: string) => setOne(name, (text === "" ? null : parse(text)) as T[typeof name]),
  });
  return {
    values,
    errors,
    set,
    field: (name) => ({ ...about(name), value: values[name], onValue: (value) => setOne(name, value) }),
    optional: (name) => asText(name, (text) => text),
    number: (name) => asText(name, Number),
  };
}

/** The errors without those of fields that were changed, also in a list (`locations.0.quantity`). The same object where there are none. */
export function withoutErrors(errors: FieldErrors, names: readonly string[]): FieldErrors {
  const isOf = (path: string) =>
    names.some((name) => path === name || path.startsWith(`${name}.`) || path.endsWith(`.${name}`));
  const rest = Object.entries(errors).filter(([path]) => !isOf(path));
  return rest.length === Object.keys(errors).length ? errors : Object.fromEntries(rest);
}

/** The first error of each field, by its path. */
export function byPath(errors: ApiError["errors"]): FieldErrors {
  const found: Record<string, string> = {};
  for (const { path, message } of errors) found[path] ??= message;
  return found;
}

interface FormBodyProps extends Omit<JSX.IntrinsicElements["form"], "ref" | "onSubmit" | "noValidate"> {
  readonly form: Pick<Form<object>, "refusals" | "submit"> & Partial<Pick<Form<object>, "setSecretTyped">>;
}

/** The element of a form. When saving has failed, the first field with an error gets the focus. */
export function FormBody({ form, onInput, ...given }: FormBodyProps) {
  const element = useRef<HTMLFormElement>(null);
  const { refusals } = form;
  useLayoutEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return (
    <form
      {...given}
      ref={element}
      noValidate
      onInput={(event) => {
        const secrets = event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=password]");
        form.setSecretTyped?.([...secrets].some(({ value }) => value !== ""));
        onInput?.(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog may be inside the form of its screen.
        event.stopPropagation();
        if (hasFullInputs(event.currentTarget)) void form.submit(event.currentTarget);
      }}
    />
  );
}

/** Whether each value can be read. A half-typed date, or text of which nothing was chosen, reads as none; the browser says so at its field. */
export const hasFullInputs = (form: Element) =>
  [...form.querySelectorAll("input")].every((input) => {
    const { badInput, customError } = input.validity;
    return !(badInput || customError) || input.reportValidity();
  });

interface FormActionsProps {
  readonly form: Pick<Form<object>, "problem" | "isBusy">;
  /** The label of the button that sends the form. Default: "Save". */
  readonly action?: string;
  /** False: a required value is missing, or one is wrong. */
  readonly isReady?: boolean;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

/** The end of a form: its error as a whole, and its buttons. */
export function FormActions({ form, action = t(msg("Save")), isReady = true, children }: FormActionsProps) {
  return (
    <>
      <Problem text={form.problem} />
      <Toolbar>
        <Button kind="primary" type="submit" disabled={form.isBusy || !isReady}>
          {action}
        </Button>
        {children}
      </Toolbar>
    </>
  );
}

interface FormDialogProps<T> extends Omit<ComponentProps<typeof Dialog>, "actions" | "onLeave"> {
  readonly form: Form<T>;
  /** The label of the button that sends the form. Default: "Save". */
  readonly action?: string;
  readonly kind?: ButtonKind;
  /** False: a required value is missing. */
  readonly isReady?: boolean;
  /** Other buttons. */
  readonly more?: ComponentChildren;
}

/** A dialog with a form. Before it is closed, or the screen is left, with something entered, it asks. */
export function FormDialog<T>(props: FormDialogProps<T>) {
  const {
    form,
    action = t(msg("Save")),
    kind = "primary",
    isReady = true,
    more,
    children,
    ...dialog
  } = props;
  const id = useId();
  return (
    <GuardedDialog
      {...dialog}
      isChanged={form.isChanged}
      actions={
        <>
          {more}
          <Button type="submit" form={id} kind={kind} disabled={form.isBusy || !isReady}>
            {action}
          </Button>
        </>
      }
    >
      <FormBody id={id} form={form}>
        {children}
        <Problem text={form.problem} />
      </FormBody>
    </GuardedDialog>
  );
}

interface ShownRecordProps<T> {
  /** Null: a new record. */
  readonly read: Query<T> | null;
  readonly onClose: () => void;
  /** The form, with the version that it shows. It stays that version when others change the record. */
  readonly children: (shown: ShownVersion<T> | null) => ComponentChildren;
}

/** Reads a record when its form opens, with the tag that the change sends. */
export function ShownRecord<T>({ read, onClose, children }: ShownRecordProps<T>) {
  const [shown, setShown] = useState<ShownVersion<T> | null>(null);
  useEffect(() => {
    if (read === null) return undefined;
    let isHere = true;
    requestTagged(read).then(
      (found) => isHere && setShown({ ...found, read }),
      (error: unknown) => {
        if (!isHere) return;
        showError(problemText(error));
        onClose();
      },
    );
    return () => {
      isHere = false;
    };
  }, [read?.path]);
  return read !== null && shown === null ? null : children(shown);
}

/** A field in which the user's version of a record differs from the saved one. */
interface Difference {
  readonly field: string;
  readonly yours: ComponentChildren;
  readonly saved: ComponentChildren;
}

interface ConflictProps {
  readonly differences: readonly Difference[];
  /** What the rows are. Default: fields. */
  readonly of?: string;
}

interface VersionQuestion extends ConflictProps {
  /** What a choice does. */
  readonly text: string;
  /** The label of the button that saves neither version. */
  readonly cancel: string;
  /** Whether the user's changes can be discarded too. */
  readonly canDiscard?: boolean;
}

/** Asks whether the user's version replaces the one that another user has saved in the meantime. Null: it is not saved now. */
export const chooseVersion = ({ text, cancel, canDiscard = false, ...shown }: VersionQuestion) =>
  choose<"discard" | "mine">({
    title: t(CONFLICT),
    text,
    details: <ConflictTable {...shown} />,
    cancel,
    choices: [
      ...(canDiscard ? ([{ name: "discard", label: t(DISCARD_MINE), kind: "secondary" }] as const) : []),
      { name: "mine", label: t(msg("Save my version")) },
    ],
  });

/** What saving the user's version of a form does. */
export const OVERWRITES = msg(
  "Your changes are not saved yet. Saving yours overwrites the saved version of these fields.",
);
/** The label of the button that gives up the user's version. */
export const DISCARD_MINE = msg("Discard my changes");

/** What another user has saved meanwhile, with both versions. */
function ConflictTable({ differences, of = t(msg("Field")) }: ConflictProps) {
  return (
    <DataTable
      caption={t(CONFLICT)}
      columns={[
        { title: of, cell: ({ field }) => field, isRowHead: true },
        { title: t(msg("Your version")), cell: ({ yours }) => <Value>{yours}</Value> },
        { title: t(msg("Saved version")), cell: ({ saved }) => <Value>{saved}</Value> },
      ]}
      rows={differences}
    />
  );
}

/** A value in full: a long address breaks anywhere. */
const Value = ({ children }: { readonly children: ComponentChildren }) => (
  <span style={{ overflowWrap: "anywhere" }}>{children}</span>
);

/** The title of the question which version to keep. */
export const CONFLICT = msg("Somebody else saved this in the meantime");

interface GuardedDialogProps extends ComponentProps<typeof Dialog> {
  /** Something is entered. By default: something was typed or chosen since the dialog opened. */
  readonly isChanged?: boolean;
}

/**
 * A dialog with input. Before it is closed, or the screen is left, with something typed, it asks. A dialog that has saved is closed by
 * its screen, without a question.
 */
export function GuardedDialog({ isChanged, onClose, children, ...dialog }: GuardedDialogProps) {
  const [isTyped, setTyped] = useState(false);
  const isAtRisk = isChanged ?? isTyped;
  useUnsavedChangesGuard(isAtRisk, { isDialog: true });
  const isAsking = useRef(false);
  const close = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isMeant = !isAtRisk || (await askToDiscard());
    isAsking.current = false;
    if (isMeant) onClose();
  };
  return (
    <Dialog {...dialog} onClose={() => void close()} onLeave={onClose}>
      <div onInput={() => setTyped(true)} onChange={() => setTyped(true)}>
        {children}
      </div>
    </Dialog>
  );
}
