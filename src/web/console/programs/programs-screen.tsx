import { type ComponentChildren, Fragment } from "preact";
import { useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import type { Query } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/query-state.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { showError } from "../../ui/toast.tsx";
import { ShownRecord, type ShownVersion } from "../forms/form.tsx";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";
import { useIsHere } from "../forms/use-is-here.ts";
import { Screen } from "../layout/screen.tsx";
import { LinkToUsers } from "../users/user-fields.tsx";
import { CopyButton } from "./copy-button.tsx";
import styles from "./programs.module.css";

/** What the card and the dialog of a program report. `created`: its new secret; null: another change. */
type OnSaved<Created> = (created: Created | null) => void;

/** The properties of the form of a program. */
export interface ProgramFormProps<Program, Created> {
  /** The version to change; null: a new program. */
  readonly shown: ShownVersion<Program> | null;
  readonly onClose: () => void;
  readonly onSaved: OnSaved<Created>;
}

interface ProgramsProps<Program, Created> {
  readonly texts: {
    readonly title: Message;
    readonly add: Message;
    readonly none: Message;
    readonly first: Message;
  };
  readonly icon: IconName;
  readonly query: QueryResult<readonly Program[]>;
  readonly card: (program: Program, onChange: () => void, onSaved: OnSaved<Created>) => ComponentChildren;
  readonly read: (program: Program) => Query<Program>;
  /** The form of a program; null: of a new one. */
  readonly form: (props: ProgramFormProps<Program, Created>) => ComponentChildren;
  /** Shows a new secret. */
  readonly created: (created: Created, onClose: () => void) => ComponentChildren;
}

/** Other programs that work with the server, as cards: service accounts or webhooks. Their secrets are shown once. */
export function ProgramsScreen<Program, Created>({
  texts,
  icon,
  query,
  card,
  read,
  form: Form,
  created,
}: ProgramsProps<Program, Created>) {
  const [open, setOpen] = useState<{ readonly program: Program | null } | null>(null);
  /** New secrets, each shown once: the next one when no form is open. */
  const [secrets, setSecrets] = useState<readonly Created[]>([]);
  const [secret] = secrets;
  const isHere = useIsHere();
  useUnsavedChangesGuard(secrets.length > (open === null ? 1 : 0), {
    texts: {
      title: t(msg("Leave without the new key or secret?")),
      text: t(msg("It was not shown yet, and can't be shown later. Close what is open to see it.")),
      keep: t(msg("Stay")),
      leave: t(msg("Leave")),
    },
  });
  const onAdd = () => setOpen({ program: null });
  const onClose = () => setOpen(null);
  const onSaved: OnSaved<Created> = (created) => {
    // Another form may be open by now.
    setOpen((now) => (now === open ? null : now));
    if (created !== null && isHere.current) setSecrets((others) => [...others, created]);
    else if (created !== null)
      showError(
        t(msg("A new key or secret was made, but the page was left before it was shown. Make another one.")),
      );
    query.refetch();
  };
  return (
    <Screen
      title={t(texts.title)}
      above={<LinkToUsers />}
      actions={
        <Button kind="primary" onClick={onAdd}>
          {t(texts.add)}
        </Button>
      }
    >
      <QueryBoundary
        query={query}
        empty={
          <EmptyState icon={icon} title={t(texts.none)} text={t(texts.first)}>
            <Button onClick={onAdd}>{t(texts.add)}</Button>
          </EmptyState>
        }
      >
        {(programs) => (
          <div class={styles["cards"]}>
            {programs.map((program) => card(program, () => setOpen({ program }), onSaved))}
          </div>
        )}
      </QueryBoundary>
      {open !== null && (
        <ShownRecord read={open.program && read(open.program)} onClose={onClose}>
          {(shown) => <Form shown={shown} onClose={onClose} onSaved={onSaved} />}
        </ShownRecord>
      )}
      {open === null && secret !== undefined && (
        <Fragment key={secrets.length}>{created(secret, () => setSecrets((all) => all.slice(1)))}</Fragment>
      )}
    </Screen>
  );
}

interface ChoicesProps<Choice extends string> {
  readonly label: string;
  readonly texts: Readonly<Record<Choice, Message>>;
  readonly all: readonly Choice[];
  readonly value: readonly Choice[];
  readonly onValue: (value: readonly Choice[]) => void;
  /** The server's error. */
  readonly problem?: string | undefined;
  /** Everything is chosen, and can't be changed. */
  readonly isAll?: boolean;
  /** Shown above the choices, in a row of its own. */
  readonly children?: ComponentChildren;
}

/** Checkboxes of what a program may do, or is told, each with its name in the API. */
export function Choices<Choice extends string>({ texts, isAll = false, ...group }: ChoicesProps<Choice>) {
  return (
    <CheckboxGroup
      {...group}
      {...(isAll && { value: group.all, isDisabled: true })}
      class={styles["choices"]}
      labelOf={(choice) => (
        <>
          {t(texts[choice])} <code>{choice}</code>
        </>
      )}
    />
  );
}

interface NewSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** Says what the user does with it. */
  readonly children: ComponentChildren;
}

/** Shows a new API key, or secret of a webhook. It cannot be shown again. */
export function NewSecret({ title, secret, onClose, children }: NewSecretProps) {
  return (
    <Dialog title={title} onClose={onClose} leave={t(msg("Done"))} actions={<CopyButton text={secret} />}>
      <p>{children}</p>
      <p>
        <code class={styles["secret"]}>{secret}</code>
      </p>
    </Dialog>
  );
}
