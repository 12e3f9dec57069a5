import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Message } from "../../../domain/message.ts";
import type { ApiRequest } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/use-query.ts";
import { Button } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { showError } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { Screen } from "../layout/screen.tsx";
import { LinkToUsers } from "../users/user-fields.tsx";
import styles from "./programs.module.css";

/** What the card and the dialog of a program report. `created`: its new secret; null: another change. */
type OnSaved<Created> = (created: Created | null) => void;

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
  /** The form of a program; null: of a new one. */
  readonly dialog: (
    program: Program | null,
    onClose: () => void,
    onSaved: OnSaved<Created>,
  ) => ComponentChildren;
  /** Shows a new secret. */
  readonly created: (created: Created, onClose: () => void) => ComponentChildren;
}

/** Other programs that work with the server, as cards: service accounts or webhooks. Their secrets are shown once. */
export function ProgramsScreen<Program, Created>({
  texts,
  icon,
  query,
  card,
  dialog,
  created,
}: ProgramsProps<Program, Created>) {
  const [open, setOpen] = useState<
    { readonly program: Program | null } | { readonly created: Created } | null
  >(null);
  const onAdd = () => setOpen({ program: null });
  const onClose = () => setOpen(null);
  const onSaved: OnSaved<Created> = (created) => {
    setOpen(created === null ? null : { created });
    query.refetch();
  };
  return (
    <Screen
      title={t(texts.title)}
      above={<LinkToUsers />}
      actions={<Button onClick={onAdd}>{t(texts.add)}</Button>}
    >
      <QueryBoundary
        query={query}
        empty={
          <EmptyState icon={icon} title={t(texts.none)} text={t(texts.first)}>
            <Button kind="secondary" onClick={onAdd}>
              {t(texts.add)}
            </Button>
          </EmptyState>
        }
      >
        {(programs) => (
          <div class={styles["cards"]}>
            {programs.map((program) => card(program, () => setOpen({ program }), onSaved))}
          </div>
        )}
      </QueryBoundary>
      {open !== null && "program" in open && dialog(open.program, onClose, onSaved)}
      {open !== null && "created" in open && created(open.created, onClose)}
    </Screen>
  );
}

/** Sends a request of a card. An error is shown as a toast; then the result is false. */
export function sendFromCard<T>(request: ApiRequest<T>, done: (response: T) => void): Promise<boolean> {
  return fromCard(() => requestAsUser(request), done);
}

/** As `sendFromCard`, with the function that sends. */
export async function fromCard<T>(send: () => Promise<T>, done: (response: T) => void): Promise<boolean> {
  try {
    done(await send());
    return true;
  } catch (error) {
    showError(problemText(error));
    return false;
  }
}
