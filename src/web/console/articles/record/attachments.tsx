import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { attachmentUpload } from "../../../api/console/custom-fields.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { Attachment } from "../../../api/types/endpoints.d.ts";
import { saveAttachment } from "../../../articles/save-attachment.ts";
import { day, number, t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { problemText } from "../../forms/problem.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { AddFiles } from "./add-files.tsx";
import styles from "./attachments.module.css";

/** Attachments have no events, so they are polled. */
const EVERY_SECONDS = 10;

/** The files attached to an article, newest first, with buttons to save, add and remove. */
export function Attachments({ articleId }: { readonly articleId: number }) {
  const [problem, setProblem] = useState<string | null>(null);
  const query = useLiveQuery(call("GET /api/articles/{id}/attachments", { id: articleId }), {
    follows: ["articles"],
    everySeconds: EVERY_SECONDS,
  });
  const act = async (action: () => Promise<void>) => {
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  const remove = async ({ oid, fileName }: Attachment) => {
    const title = t(msg("Remove {name}?"), { name: fileName });
    if (
      !(await confirm({
        title,
        text: t(msg("This can't be undone.")),
        action: t(msg("Remove")),
        isDangerous: true,
      }))
    )
      return;
    await requestAsUser(call("DELETE /api/attachments/{oid}", { oid }));
    query.refetch();
  };
  return (
    <Card class="article-attachments" title={t(msg("Attachments"))}>
      <QueryBoundary query={query} empty={msg("No attachments yet")}>
        {(attachments) => (
          <ul class={styles["files"]}>
            {attachments.map((one) => (
              <li key={one.oid}>
                <Button
                  kind="plain"
                  class={styles["name"] ?? ""}
                  onClick={() => act(() => saveAttachment(one))}
                >
                  {one.fileName}
                </Button>
                <span class="muted">{aboutText(one)}</span>
                {may("manage") && (
                  <Button
                    kind="secondary"
                    aria-label={t(msg("Remove {name}"), { name: one.fileName })}
                    onClick={() => act(() => remove(one))}
                  >
                    {t(msg("Remove"))}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {problem !== null && (
        <p class="error-text" role="alert">
          {problem}
        </p>
      )}
      {may("manage") && (
        <AddFiles
          label={t(msg("Add attachments (PDF, JPG or PNG)"))}
          accept="application/pdf,image/jpeg,image/png"
          uploadOf={(file) => attachmentUpload(articleId, file, file.name)}
          onAdded={query.refetch}
        />
      )}
    </Card>
  );
}

const KIB = 1024;

function aboutText({ size, createdDT, createdBy }: Attachment): string {
  const isLarge = size >= KIB * KIB;
  const amount = number(size / (isLarge ? KIB * KIB : KIB), { maximumFractionDigits: isLarge ? 1 : 0 });
  return t(isLarge ? msg("{amount} MiB, {day}, {by}") : msg("{amount} KiB, {day}, {by}"), {
    amount,
    day: day(createdDT),
    by: createdBy,
  });
}
