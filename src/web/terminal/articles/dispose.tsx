import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { CatalogueItem } from "../../api/types/endpoints.d.ts";
import { useArticle } from "../../articles/known-article.ts";
import { t } from "../../i18n/translate.ts";
import { queueCommand, taskOf } from "../../offline/outbox/commands.ts";
import { offered, useCatalogue } from "../../query/catalogues.ts";
import { Button } from "../../ui/button.tsx";
import { NoteField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandPage } from "../unsent/command-note.tsx";
import "../../articles/articles.css";

const EMPTY: readonly CatalogueItem[] = [];

/** `#/article/:id/dispose`: requests the disposal of an article. */
export function DisposeScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const article = useArticle(oid).body;
  const methods = useCatalogue("articleDisposalMethod").body ?? EMPTY;
  const reasons = useCatalogue("articleDisposalReason").body ?? EMPTY;
  const [methodId, setMethod] = useState<number | null>(null);
  const [reasonId, setReason] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  const action = useAction();
  const send = () =>
    action.run(async () => {
      const command = await queueCommand(
        taskOf(
          call("POST /api/articledisposals", {
            body: {
              articleId: oid,
              disposalMethodId: methodId,
              disposalReasonId: reasonId,
              note: note.trim() === "" ? null : note.trim(),
            },
          }),
        ),
        t(msg("Disposal of {name}"), { name: article?.name ?? id }),
      );
      setSent(command.id);
    });
  if (sent !== null)
    return (
      <CommandPage
        title={t(msg("Request disposal"))}
        id={sent}
        done={t(msg("Disposal requested. A manager decides."))}
      />
    );
  return (
    <Page
      title={t(msg("Request disposal"))}
      isUnsaved={reasonId !== null || methodId !== null}
      actions={
        <Button kind="primary" disabled={reasonId === null || action.isBusy} onClick={send}>
          {t(msg("Send request"))}
        </Button>
      }
    >
      <p>
        <b>{article?.name}</b> <span class="muted">{article?.code}</span>
      </p>
      <Problem text={action.problem} />
      <RecordSelect
        label={t(msg("Disposal reason"))}
        items={offered(reasons, reasonId)}
        value={reasonId}
        onValue={setReason}
      />
      <RecordSelect
        label={t(msg("Disposal method"))}
        items={offered(methods, methodId)}
        value={methodId}
        onValue={setMethod}
      />
      <NoteField label={t(msg("Note"))} value={note} onValue={setNote} />
    </Page>
  );
}
